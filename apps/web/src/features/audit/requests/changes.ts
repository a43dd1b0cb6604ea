import { auditRecordSchema } from '@portal/contracts/audit';
import { crudListSchema } from '@portal/contracts/crud';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../../session/api';

interface ChangesQuery {
  readonly page: number;
  readonly size: number;
  /** JSON of the conditions. */
  readonly filters: string;
}

/** One page of audit records, newest first. */
export function useChanges(query: ChangesQuery) {
  return useQuery(changesOptions(query));
}

/** Fetches one page of audit records. */
export function fetchChanges(query: ChangesQuery, signal: AbortSignal) {
  return api.call('/audit/', listSchema, { query: { ...query }, signal });
}

export const auditKey = ['audit'] as const;

const listSchema = crudListSchema(auditRecordSchema);

function changesOptions(query: ChangesQuery) {
  return queryOptions({
    meta: { reads: ['audit'] },
    queryKey: [...auditKey, 'changes', query],
    queryFn: ({ signal }) => fetchChanges(query, signal),
    // A change on another page must be there when the user comes back.
    staleTime: 0,
  });
}
