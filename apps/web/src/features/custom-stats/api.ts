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
    ...api.read(`/projects/${projectId}/custom-stats/`, customStatListSchema, {
      active_only: activeOnly,
    }),
    refetchOnMount: 'always',
  });
}

/** Creates a statistic. The form shows why it is refused. */
export function useCreateStat(projectId: number) {
  return useMutation({
    mutationFn: (body: NewCustomStat) =>
      api.post(`/projects/${projectId}/custom-stats/`, customStatSchema, body),
    meta: { succeeded: 'Item created successfully', refetches: [statsKey(projectId)] },
  });
}

/** Changes fields of a statistic. The form shows why it is refused. */
export function useUpdateStat(projectId: number) {
  return useMutation({
    mutationFn: ({ before, change }: ItemChange<CustomStat>) =>
      api.put(pathOf(before), customStatSchema, change, before.version),
    meta: { succeeded: 'Item updated successfully', refetches: [statsKey(projectId)] },
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
    // Only the changed field, so it needs no version.
    mutationFn: ({ stat, active }: Activation) =>
      api.put(pathOf(stat), customStatSchema, { is_active: active }),
    meta: {
      failed: 'Error updating item',
      succeeded: 'Item updated successfully',
      refetches: [statsKey(projectId)],
    },
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
  });
}

/** Saves the order of all statistics of a project in one call. The list shows it before the response. */
export function useOrderStats(projectId: number) {
  const client = useQueryClient();
  const key = allStatsKey(projectId);
  return useMutation({
    mutationFn: (stats: CustomStat[]) =>
      api.put(`/projects/${projectId}/custom-stats/order`, customStatListSchema, {
        stat_ids: stats.map(({ id }) => id),
      }),
    meta: { failed: 'Error updating item', refetches: [statsKey(projectId)] },
    onMutate: async (stats) => {
      await client.cancelQueries({ queryKey: key });
      const before = client.getQueryData<CustomStat[]>(key);
      client.setQueryData(key, stats);
      return before;
    },
    onError: (_error, _stats, before) => client.setQueryData(key, before),
  });
}

export function useDeleteStat(projectId: number) {
  return useMutation({
    mutationFn: (stat: CustomStat) => api.delete(pathOf(stat)),
    meta: {
      failed: 'Error deleting item',
      succeeded: 'Item deleted successfully',
      refetches: [statsKey(projectId)],
    },
  });
}

/** The views and columns that custom SQL may read, with examples of queries. */
export function useReportingSchema() {
  return useQuery({
    queryKey: ['reporting-schema'] as const,
    ...api.read('/custom-stats/schema', reportingSchemaSchema),
    // It changes only with the version of the server.
    staleTime: Number.POSITIVE_INFINITY,
  });
}
