import {
  type CrudItem,
  crudItemSchema,
  type CrudMeta,
  type FieldMeta,
} from '@portal/contracts/crud';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../lib/api-error';
import { api } from '../../session/api';
import { keyOf, lacksDetails } from '../fields/field-rules';
import { crudKeys } from './crud-keys';
import { fetchItems } from './items';

/**
 * The item of a list with all fields of a form. It is fetched if the list leaves some of them out.
 */
export function useWholeItem(meta: CrudMeta, fields: readonly FieldMeta[], item?: CrudItem) {
  const isPartial = item !== undefined && lacksDetails(fields, item);
  const key = item ? keyOf(meta, item) : '';
  const query = useQuery({
    queryKey: [...crudKeys.base(meta.base), 'item', key],
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
  meta: CrudMeta,
  fields: readonly FieldMeta[],
  item: CrudItem,
): Promise<CrudItem> {
  const key = keyOf(meta, item);
  // Every list can be filtered by its key; not every one has a route for a single item.
  const filters = JSON.stringify({ [meta.primary_key]: { eq: Number(key) } });
  const { items } = await fetchItems(meta.base, { page: 1, size: 1, filters });
  const [current] = items;
  if (!current) throw new ApiError('Resource not found', { status: 404, code: 'not-found' });
  return lacksDetails(fields, current) ? fetchItem(meta, key) : current;
}

function fetchItem({ base }: CrudMeta, key: string, signal?: AbortSignal): Promise<CrudItem> {
  return api.call(`${base}${key}`, crudItemSchema, { signal });
}
