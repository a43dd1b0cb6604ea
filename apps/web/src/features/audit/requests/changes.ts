import { auditRecordSchema, changeGroupsSchema } from '@portal/contracts/audit';
import { crudListSchema } from '@portal/contracts/crud';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../../session/api';

interface ChangesQuery {
  readonly page: number;
  readonly size: number;
  /** JSON of the conditions. */
  readonly filters: string;
}

/** One page of changes by transaction, newest first. */
export function useGroups(query: ChangesQuery) {
  return useQuery(
    queryOptions({
      ...FRESH,
      queryKey: [...auditKey, 'groups', query],
      queryFn: ({ signal }) =>
        api.call('/audit/groups', changeGroupsSchema, { query: { ...query }, signal }),
    }),
  );
}

/** One page of audit records, newest first. */
export function useChanges(query: ChangesQuery) {
  return useQuery(
    queryOptions({
      ...FRESH,
      queryKey: [...auditKey, 'changes', query],
      queryFn: ({ signal }) => fetchChanges(query, signal),
    }),
  );
}

/** Fetches one page of audit records. */
export function fetchChanges(query: ChangesQuery, signal: AbortSignal) {
  return api.call('/audit/', listSchema, { query: { ...query }, signal });
}

export const auditKey = ['audit'] as const;

const listSchema = crudListSchema(auditRecordSchema);

/** A change on another page must be there when the user comes back. */
const FRESH = { meta: { reads: ['audit'] }, staleTime: 0 } as const;
