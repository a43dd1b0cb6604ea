import { type ImportSummary, importSummarySchema } from '@portal/contracts/imports';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../session/api';
import { useUploadStore } from '../upload-store';
import { importKeys, importPath } from './import-keys';

export type RunOptions = Partial<Pick<ImportSummary, 'dry_run' | 'on_error'>>;

/** Queues a new import of the same file, with the same options unless others are given. */
export function useRunAgain(importId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (options: RunOptions) =>
      api.call(`${importPath(importId)}/run-again`, importSummarySchema, {
        method: 'POST',
        query: { ...options },
      }),
    meta: { failed: 'The import could not run again' },
    onSuccess: ({ import_id: next }) => useUploadStore.getState().follow(next),
    onSettled: () => queryClient.invalidateQueries({ queryKey: importKeys.all }),
  });
}
