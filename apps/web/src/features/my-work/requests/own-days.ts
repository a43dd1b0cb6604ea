import { useQuery } from '@tanstack/react-query';
import { pollInterval, useRefetchOnPush } from '../../../live/use-refetch-on-push';
import { fetchPodStats, type PodStatsRequest } from '../../../session/pod-stats';
import type { LiveUpdates } from './own-tasks';

/** The tasks and turns of the user by day; fetched again when a pushed revision is newer. */
export function useOwnDays(
  request: PodStatsRequest & { email: string },
  { room, revision }: LiveUpdates,
) {
  const { email, projectId, start, end } = request;
  const result = useQuery({
    queryKey: ['own-days', email, projectId, start.toISOString(), end.toISOString()],
    queryFn: ({ signal }) => fetchPodStats(request, signal),
    refetchInterval: pollInterval(room),
  });
  useRefetchOnPush(result, revision);
  return result;
}
