import { type CustomStat, customStatListSchema } from '@portal/contracts/custom-stats';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../session/api';
import { allStatsKey, statsKey } from './stats';

/** Saves the order of all statistics of a project in one call. The list shows it before the response. */
export function useOrderStats(projectId: number) {
  const client = useQueryClient();
  const key = allStatsKey(projectId);
  return useMutation({
    mutationFn: (stats: CustomStat[]) => putOrder(projectId, stats),
    meta: { failed: 'Error updating item' },
    onMutate: async (stats) => {
      await client.cancelQueries({ queryKey: key });
      const before = client.getQueryData<CustomStat[]>(key);
      client.setQueryData(key, stats);
      return before;
    },
    onError: (_error, _stats, before) => client.setQueryData(key, before),
    onSettled: () => client.invalidateQueries({ queryKey: statsKey(projectId) }),
  });
}

function putOrder(projectId: number, stats: readonly CustomStat[]) {
  return api.call(`/projects/${projectId}/custom-stats/order`, customStatListSchema, {
    method: 'PUT',
    body: { stat_ids: stats.map(({ id }) => id) },
  });
}
