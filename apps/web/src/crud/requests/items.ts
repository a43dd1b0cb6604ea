import { crudItemSchema, crudListSchema } from '@portal/contracts/crud';
import type { Records } from '@portal/contracts/live';
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

/** The records that each list shows. */
const READS: Readonly<Record<string, readonly Records[]>> = {
  '/audit/': ['audit'],
  '/auth/permissions/': ['permission'],
  '/auth/roles/': ['role', 'role_permission', 'user_role'],
  '/auth/users/': ['app_user', 'user_role', 'role', 'project'],
  '/pod-members/': ['pod_member', 'app_user'],
  '/pod-weekly-targets/': ['pod_weekly_target'],
  '/pods/': ['pod', 'project'],
  '/projects/list/': ['project', 'user_role'],
  '/tasks/tasks-crud/': ['task'],
};

function itemsOptions(base: string, query: PageQuery) {
  return queryOptions({
    queryKey: crudKeys.items(base, query),
    meta: { reads: READS[base] ?? [] },
    queryFn: ({ signal }) => fetchItems(base, query, signal),
  });
}
