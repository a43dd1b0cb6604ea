import { importListSchema } from '@portal/contracts/imports';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../../session/api';
import { importKeys } from './import-keys';

/** One page of imports, newest first. */
export function useImports(page: number, size: number) {
  return useQuery(importsOptions(page, size));
}

function importsOptions(page: number, size: number) {
  return queryOptions({
    queryKey: importKeys.list(page, size),
    queryFn: ({ signal }) =>
      api.call('/tasks/imports/', importListSchema, { query: { page, size }, signal }),
    placeholderData: keepPreviousData,
  });
}
