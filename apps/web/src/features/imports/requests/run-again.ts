import { importSummarySchema } from '@portal/contracts/imports';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../session/api';
import { importKeys, importPath } from './import-keys';

/** Queues a new import of the same file with the same options. */
export function useRunAgain(importId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () =>
      api.call(`${importPath(importId)}/run-again`, importSummarySchema, { method: 'POST' }),
    meta: { failed: 'The import could not run again' },
    onSettled: () => queryClient.invalidateQueries({ queryKey: importKeys.all }),
  });
}
