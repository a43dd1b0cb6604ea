import { type CustomStat, customStatSchema } from '@portal/contracts/custom-stats';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../session/api';
import { allStatsKey, statsKey } from './stats';

interface Activation {
  readonly stat: CustomStat;
  readonly active: boolean;
}

/** Activates or deactivates a statistic. The list shows it before the response. */
export function useActivateStat(projectId: number) {
  const client = useQueryClient();
  const key = allStatsKey(projectId);
  return useMutation({
    mutationFn: putActive,
    meta: { failed: 'Error updating item', succeeded: 'Item updated successfully' },
    onMutate: async ({ stat, active }) => {
      await client.cancelQueries({ queryKey: key });
      const before = client.getQueryData<CustomStat[]>(key);
      client.setQueryData(
        key,
        before?.map((one) => (one.id === stat.id ? { ...one, is_active: active } : one)),
      );
      return before;
    },
    onError: (_error, _activation, before) => client.setQueryData(key, before),
    onSettled: () => client.invalidateQueries({ queryKey: statsKey(projectId) }),
  });
}

/** Sends only the changed field, so it needs no version. */
function putActive({ stat, active }: Activation) {
  return api.call(`/projects/${stat.project_id}/custom-stats/${stat.id}`, customStatSchema, {
    method: 'PUT',
    body: { is_active: active },
  });
}
