import { useQuery } from '@tanstack/react-query';
import {
  type LiveUpdates,
  pollInterval,
  useRefetchOnPush,
} from '../../../live/use-refetch-on-push';
import { fetchPodStats, type PodStatsRequest } from '../../../session/pod-stats';

/** The tasks and turns of the user by day; fetched again when a pushed state is newer. */
export function useOwnDays(
  request: PodStatsRequest & { email: string },
  { room, pushed }: LiveUpdates,
) {
  const { email, projectId, start, end } = request;
  const result = useQuery({
    queryKey: ['own-days', email, projectId, start.toISOString(), end.toISOString()],
    queryFn: ({ signal }) => fetchPodStats(request, signal),
    refetchInterval: pollInterval(room),
  });
  useRefetchOnPush(result, pushed);
  return result;
}
