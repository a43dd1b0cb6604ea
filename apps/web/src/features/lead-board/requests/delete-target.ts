import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../session/api';
import { reloadTargets } from './save-target';
import { TARGETS_PATH, type Target } from './targets';

export function useDeleteTarget(podName: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Target) => api.send(`${TARGETS_PATH}${id}`, { method: 'DELETE' }),
    meta: { failed: 'Error deleting item', succeeded: 'Item deleted successfully' },
    onSettled: () => reloadTargets(client, podName),
  });
}
