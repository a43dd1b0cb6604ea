import {
  type CustomStat,
  customStatSchema,
  type NewCustomStat,
} from '@portal/contracts/custom-stats';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../session/api';
import { statsKey } from './stats';

/**
 * Creates a statistic, or changes `before`. The form shows a failure, because the server names the
 * fields.
 */
export function useSaveStat(projectId: number, before: CustomStat | undefined) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (stat: NewCustomStat) =>
      before ? putStat(before, stat) : postStat(projectId, stat),
    meta: { succeeded: before ? 'Item updated successfully' : 'Item created successfully' },
    onSettled: () => client.invalidateQueries({ queryKey: statsKey(projectId) }),
  });
}

function postStat(projectId: number, body: NewCustomStat) {
  return api.call(`/projects/${projectId}/custom-stats/`, customStatSchema, {
    method: 'POST',
    body,
  });
}

/** Refused if the statistic has changed since it was opened. */
function putStat({ project_id, id, version }: CustomStat, body: NewCustomStat) {
  return api.call(`/projects/${project_id}/custom-stats/${id}`, customStatSchema, {
    method: 'PUT',
    body,
    headers: { 'if-match': `"${version}"` },
  });
}
