import {
  type ListedItem,
  listedItemSchema,
  itemListSchema,
  type ListMeta,
  listMetaSchema,
  type FieldMeta,
} from '@portal/contracts/lists';
import { listBulkResultSchema } from '@portal/contracts/list-bulk';
import { LISTED_TABLES, type ListedTable } from '@portal/contracts/entities';
import { queryOptions, useMutation, usePrefetchQuery, useQuery } from '@tanstack/react-query';
import type { Fields, ItemChange } from '../forms/conflict';
import { ApiError } from '../lib/api-error';
import { api } from '../session/api';
import { bulkBody, type BulkChange, type BulkSelection } from './bulk/bulk-selection';
import { itemName, keyOf, lacksDetails } from './fields/field-rules';
import { listKeys } from './keys';
import type { SelectionQuery } from './list-state';

/** Fields and allowed operations of a list. */
export function useMetadata(base: string) {
  return useQuery({
    queryKey: listKeys.meta(base),
    ...api.read(`${base}_meta`, listMetaSchema),
  });
}

interface PageQuery extends SelectionQuery {
  readonly page: number;
  readonly size: number;
}

/** One page of a list. */
export function useItems(
  { base, reads }: Readonly<Pick<ListMeta, 'base' | 'reads'>>,
  query: PageQuery,
) {
  return useQuery(itemsOptions(base, reads, query));
}

/** Requests a page that a component below will show, unless it was requested before. */
export function usePrefetchItems(base: string, query: PageQuery): void {
  // It may read any table until the metadata is there.
  usePrefetchQuery(itemsOptions(base, LISTED_TABLES, query));
}

/** Fetches one page of a list. */
export function fetchItems(base: string, query: PageQuery, signal?: AbortSignal) {
  return api.call(base, listSchema, { query: { ...query }, signal });
}

const listSchema = itemListSchema(listedItemSchema);

/** Fetches again the list, and whatever else reads its items. */
function changed({ base, reads }: ListMeta) {
  return { changes: reads.slice(0, 1), refetches: [listKeys.base(base)] };
}

function itemsOptions(base: string, reads: readonly ListedTable[], query: PageQuery) {
  return queryOptions({
    queryKey: listKeys.items(base, query),
    meta: { reads },
    ...api.read(base, listSchema, { ...query }),
  });
}

/**
 * The item of a list with all fields of a form. It is fetched if the list leaves some of them out.
 */
export function useWholeItem(meta: ListMeta, fields: readonly FieldMeta[], item?: ListedItem) {
  const isPartial = item !== undefined && lacksDetails(fields, item);
  const key = item ? keyOf(meta, item) : '';
  const query = useQuery({
    queryKey: [...listKeys.base(meta.base), 'item', key],
    queryFn: ({ signal }) => fetchItem(meta, key, signal),
    enabled: isPartial,
    // A form starts with the current values, and keeps them while it is open.
    gcTime: 0,
    staleTime: 'static',
  });
  return isPartial ? query : { data: item, error: null, refetch: query.refetch };
}

/** The item as the server has it now, with all fields of a form. */
export async function fetchCurrent(
  meta: ListMeta,
  fields: readonly FieldMeta[],
  item: ListedItem,
): Promise<ListedItem> {
  const key = keyOf(meta, item);
  // Every list can be filtered by its key; not every one has a route for a single item.
  const filters = JSON.stringify({ [meta.primary_key]: { eq: Number(key) } });
  const { items } = await fetchItems(meta.base, { page: 1, size: 1, filters });
  const [current] = items;
  if (!current) throw new ApiError('Resource not found', { status: 404, code: 'not-found' });
  return lacksDetails(fields, current) ? fetchItem(meta, key) : current;
}

function fetchItem({ base }: ListMeta, key: string, signal?: AbortSignal): Promise<ListedItem> {
  return api.call(`${base}${key}`, listedItemSchema, { signal });
}

/** The names of items of a list, by key. Every list can be filtered by its key. */
export function useItemNames(meta: ListMeta, keys: readonly string[]) {
  return useQuery({ ...namesOptions(meta, [...new Set(keys)]), enabled: keys.length > 0 }).data;
}

function namesOptions(meta: ListMeta, keys: readonly string[]) {
  return queryOptions({
    meta: { reads: meta.reads },
    queryKey: [...listKeys.base(meta.base), 'names', keys],
    queryFn: async ({ signal }) => {
      const filters = JSON.stringify({ [meta.primary_key]: { in: keys.map(Number) } });
      const query = { page: 1, size: keys.length, filters };
      const { items } = await fetchItems(meta.base, query, signal);
      return new Map(items.map((item) => [keyOf(meta, item), itemName(meta, item)]));
    },
  });
}

/** Creates an item. The form shows a failure, because the server names the fields. */
export function useCreateItem(meta: ListMeta) {
  return useMutation({
    mutationFn: (body: Fields) => api.post(meta.base, listedItemSchema, body),
    meta: { succeeded: 'Item created successfully', ...changed(meta) },
  });
}

/**
 * Changes fields of an item; the body has its key, too. Refused if the item has changed since it was
 * read; the form shows that.
 */
export function useUpdateItem(meta: ListMeta) {
  return useMutation({
    mutationFn: ({ before, change }: ItemChange<ListedItem>) => {
      const body = { [meta.primary_key]: before[meta.primary_key], ...change };
      return api.patch(
        `${meta.base}${keyOf(meta, before)}`,
        listedItemSchema,
        body,
        before.version,
      );
    },
    meta: { succeeded: 'Item updated successfully', ...changed(meta) },
  });
}

export function useDeleteItem(meta: ListMeta) {
  return useMutation({
    mutationFn: (item: ListedItem) => api.delete(`${meta.base}${keyOf(meta, item)}`),
    meta: {
      failed: 'Error deleting item',
      succeeded: 'Item deleted successfully',
      ...changed(meta),
    },
  });
}

const bulkResultSchema = listBulkResultSchema(listedItemSchema);

/** What a bulk change would do: the server makes it and rolls it back. */
export function useBulkPreview({ base }: ListMeta, selection: BulkSelection, change: BulkChange) {
  const body = { ...bulkBody(selection, change), dry_run: true };
  return useQuery({
    queryKey: listKeys.bulk(base, body),
    queryFn: ({ signal }) =>
      api.call(`${base}bulk`, bulkResultSchema, { method: 'POST', body, signal }),
    // Each preview is current, and changes only when the user asks for it.
    gcTime: 0,
    staleTime: Infinity,
    refetchOnReconnect: false,
  });
}

/**
 * Changes or deletes the selected items together. With filters the server refuses if they find
 * another number of items than the preview. The dialog shows a failure with the refused items.
 */
export function useBulkChange(meta: ListMeta, selection: BulkSelection, change: BulkChange) {
  return useMutation({
    mutationFn: (previewed: number) => {
      const expected = selection.by === 'filters' && { expected_count: previewed };
      const body = { ...bulkBody(selection, change), ...expected };
      return api.post(`${meta.base}bulk`, bulkResultSchema, body);
    },
    meta: {
      succeeded: change === null ? 'Items deleted successfully' : 'Items updated successfully',
      ...changed(meta),
    },
  });
}
