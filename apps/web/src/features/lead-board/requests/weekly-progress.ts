import { weeklyProgressSchema } from '@portal/contracts/live';
import { queryOptions, useQuery } from '@tanstack/react-query';
import {
  type LiveUpdates,
  pollInterval,
  useRefetchOnPush,
} from '../../../live/use-refetch-on-push';
import { api } from '../../../session/api';

/**
 * The progress of a pod in one week. Another week than the current one is fetched again when its
 * project changes; the states of the current week are pushed.
 * @param week the Monday of another week; null for the current one
 */
export function useWeeklyProgress(
  podName: string,
  week: string | null,
  { room, pushed }: LiveUpdates,
) {
  const result = useQuery({
    ...weeklyProgressOptions(podName, week),
    refetchInterval: pollInterval(room),
  });
  useRefetchOnPush(result, week === null ? undefined : pushed);
  return result;
}

/** Key of the weekly progress of a pod, in any week. */
export function weeklyProgressKey(podName: string) {
  return ['weekly-progress', podName] as const;
}

function weeklyProgressOptions(podName: string, week: string | null) {
  return queryOptions({
    queryKey: [...weeklyProgressKey(podName), week ?? 'current'] as const,
    queryFn: ({ signal }) =>
      api.call(`/pods/${encodeURIComponent(podName)}/weekly-progress`, weeklyProgressSchema, {
        query: { week_start: week ?? undefined },
        signal,
      }),
  });
}
