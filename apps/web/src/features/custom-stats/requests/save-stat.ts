import {
  type CustomStat,
  customStatSchema,
  type NewCustomStat,
} from '@portal/contracts/custom-stats';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ItemChange } from '../../../forms/conflict';
import { api } from '../../../session/api';
import { statsKey } from './stats';

/** Creates a statistic. The form shows why it is refused. */
export function useCreateStat(projectId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewCustomStat) =>
      api.call(`/projects/${projectId}/custom-stats/`, customStatSchema, { method: 'POST', body }),
    meta: { succeeded: 'Item created successfully' },
    onSettled: () => client.invalidateQueries({ queryKey: statsKey(projectId) }),
  });
}

/** Changes fields of a statistic. The form shows why it is refused. */
export function useUpdateStat(projectId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ before, change }: ItemChange<CustomStat>) =>
      api.call(pathOf(before), customStatSchema, {
        method: 'PUT',
        body: change,
        headers: { 'if-match': `"${before.version}"` },
      }),
    meta: { succeeded: 'Item updated successfully' },
    onSettled: () => client.invalidateQueries({ queryKey: statsKey(projectId) }),
  });
}

/** The statistic as the server has it now. */
export function fetchStat(stat: CustomStat): Promise<CustomStat> {
  return api.call(pathOf(stat), customStatSchema);
}

function pathOf({ project_id, id }: CustomStat): string {
  return `/projects/${project_id}/custom-stats/${id}`;
}
