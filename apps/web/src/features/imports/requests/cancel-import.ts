import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../session/api';
import { importKeys, importPath } from './import-keys';

/** Requests the cancellation of an import; the result arrives as a pushed state. */
export function useCancelImport(importId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.send(`${importPath(importId)}/cancel`, { method: 'POST' }),
    meta: { failed: 'The import could not be cancelled' },
    onSettled: () => queryClient.invalidateQueries({ queryKey: importKeys.all }),
  });
}
