import {
  type CustomStat,
  customStatListSchema,
  customStatSchema,
  type NewCustomStat,
  reportingSchemaSchema,
} from '@portal/contracts/custom-stats';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ItemChange } from '../../forms/conflict';
import { api } from '../../session/api';

/** Key of every list of a project's statistics. */
function statsKey(projectId: number) {
  return ['custom-stats', projectId] as const;
}

/** Key of the list with inactive statistics. */
function allStatsKey(projectId: number) {
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

/** The views and columns that custom SQL may read, with examples of queries. */
export function useReportingSchema() {
  return useQuery({
    queryKey: ['reporting-schema'] as const,
    queryFn: ({ signal }) => api.call('/custom-stats/schema', reportingSchemaSchema, { signal }),
    // It changes only with the version of the server.
    staleTime: Number.POSITIVE_INFINITY,
  });
}
