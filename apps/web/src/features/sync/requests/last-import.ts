import { metaSchema } from '@portal/contracts/about';
import { META_TASKS_LAST_IMPORTED_AT } from '@portal/contracts/constants';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../../session/api';

/** The time at which the last import ended. */
export function useLastImport() {
  return useQuery(lastImportOptions());
}

function lastImportOptions() {
  return queryOptions({
    queryKey: ['meta', META_TASKS_LAST_IMPORTED_AT],
    // Without the signal: the line moves while a page loads, which must not end and repeat the request.
    queryFn: () => api.call(`/meta/${META_TASKS_LAST_IMPORTED_AT}`, metaSchema),
  });
}
