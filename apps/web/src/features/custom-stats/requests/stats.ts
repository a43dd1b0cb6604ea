import { customStatListSchema } from '@portal/contracts/custom-stats';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../../session/api';

/** Key of every list of a project's statistics. */
export function statsKey(projectId: number) {
  return ['custom-stats', projectId] as const;
}

/** Key of the list with inactive statistics. */
export function allStatsKey(projectId: number) {
  return statsOptions(projectId, false).queryKey;
}

/**
 * The statistics of a project in their order.
 * @param activeOnly without inactive ones, which only their managers see
 */
export function useStats(projectId: number, activeOnly: boolean) {
  return useQuery(statsOptions(projectId, activeOnly));
}

function statsOptions(projectId: number, activeOnly: boolean) {
  return queryOptions({
    meta: { reads: ['custom_stat'] },
    queryKey: [...statsKey(projectId), { activeOnly }] as const,
    queryFn: ({ signal }) => fetchStats(projectId, activeOnly, signal),
    refetchOnMount: 'always',
  });
}

function fetchStats(projectId: number, activeOnly: boolean, signal: AbortSignal) {
  return api.call(`/projects/${projectId}/custom-stats/`, customStatListSchema, {
    query: { active_only: activeOnly },
    signal,
  });
}
