import { overviewSchema } from '@portal/contracts/dashboard';
import { useQuery } from '@tanstack/react-query';
import { type LiveUpdates, pollInterval, useRefetchOnPush } from '../../live/use-refetch-on-push';
import { api } from '../../session/api';
import type { OverviewQuery } from '../../entities/batches/filters';

/** Key of every overview of a project, regardless of filters. */
export function overviewsKey(projectId: number) {
  return ['overview', projectId] as const;
}

/**
 * The overview with these filters. Fetched again when a pushed state is newer, and polled without
 * live updates.
 */
export function useOverview(
  projectId: number,
  query: OverviewQuery,
  { room, pushed }: LiveUpdates,
) {
  const result = useQuery({
    queryKey: [...overviewsKey(projectId), query] as const,
    queryFn: ({ signal }) => fetchOverview(projectId, query, signal),
    refetchInterval: pollInterval(room),
  });
  useRefetchOnPush(result, pushed);
  return result;
}

function fetchOverview(projectId: number, query: OverviewQuery, signal: AbortSignal) {
  return api.call(`/projects/${projectId}/overview`, overviewSchema, {
    query: { ...query },
    signal,
  });
}
