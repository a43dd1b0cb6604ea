import { crudItemSchema, crudListSchema } from '@portal/contracts/crud';
import { queryOptions, usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { api } from '../../session/api';
import type { SelectionQuery } from '../list/list-state';
import { crudKeys } from './crud-keys';

export interface PageQuery extends SelectionQuery {
  readonly page: number;
  readonly size: number;
}

/** One page of a list. */
export function useItems(base: string, query: PageQuery) {
  return useQuery(itemsOptions(base, query));
}

/** Requests a page that a component below will show, unless it was requested before. */
export function usePrefetchItems(base: string, query: PageQuery): void {
  usePrefetchQuery(itemsOptions(base, query));
}

/** Fetches one page of a list. */
export function fetchItems(base: string, query: PageQuery, signal?: AbortSignal) {
  return api.call(base, listSchema, { query: { ...query }, signal });
}

const listSchema = crudListSchema(crudItemSchema);

function itemsOptions(base: string, query: PageQuery) {
  return queryOptions({
    queryKey: crudKeys.items(base, query),
    queryFn: ({ signal }) => fetchItems(base, query, signal),
  });
}
