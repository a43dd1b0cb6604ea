import { type ImportSummary, importListSchema } from '@portal/contracts/imports';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../../session/api';
import { importKeys } from './import-keys';

export interface ImportsQuery {
  readonly page: number;
  readonly size: number;
  /** Only imports with this status. */
  readonly status: ImportSummary['status'] | null;
}

/** One page of imports, newest first. */
export function useImports(query: ImportsQuery) {
  return useQuery(importsOptions(query));
}

function importsOptions({ page, size, status }: ImportsQuery) {
  const filters = status === null ? undefined : JSON.stringify({ status: { eq: status } });
  const query = { page, size, filters };
  return queryOptions({
    queryKey: importKeys.list(query),
    queryFn: ({ signal }) => api.call('/tasks/imports/', importListSchema, { query, signal }),
  });
}
