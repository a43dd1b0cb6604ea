import type { CustomStat } from '@portal/contracts/custom-stats';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../session/api';
import { statsKey } from './stats';

export function useDeleteStat(projectId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: deleteStat,
    meta: { failed: 'Error deleting item', succeeded: 'Item deleted successfully' },
    onSettled: () => client.invalidateQueries({ queryKey: statsKey(projectId) }),
  });
}

function deleteStat({ project_id, id }: CustomStat) {
  return api.send(`/projects/${project_id}/custom-stats/${id}`, { method: 'DELETE' });
}
