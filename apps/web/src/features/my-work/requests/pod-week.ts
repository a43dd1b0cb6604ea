import { type WeeklyProgress, weeklyProgressSchema } from '@portal/contracts/live';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { newestState } from '../../../live/newest-state';
import { useLiveState, useRoom } from '../../../live/use-live';
import { pollInterval, usePolling } from '../../../live/use-refetch-on-push';
import { api } from '../../../session/api';

interface PodWeek {
  /** Undefined until it is loaded. */
  readonly week: WeeklyProgress | undefined;
  readonly failed: boolean;
}

/** The current week of a pod: the newer one of the fetched and the pushed week. */
export function usePodWeek(podName: string): PodWeek {
  const { data: fetched, isError, refetch } = useQuery(podWeekOptions(podName));
  const projectId = fetched?.project_id ?? null;
  const pushed = useLiveState('weekly-progress', projectId, podName);

  // The response names the project of the room, so the interval cannot be an option of the query.
  const room = useRoom(projectId, podName);
  usePolling(
    pollInterval(room),
    useCallback(() => void refetch({ cancelRefetch: false }), [refetch]),
  );

  return { week: fetched && newestState(room, pushed, fetched), failed: isError && !fetched };
}

function podWeekOptions(podName: string) {
  return queryOptions({
    queryKey: ['pod-week', podName] as const,
    queryFn: ({ signal }) =>
      api.call(`/pods/${encodeURIComponent(podName)}/weekly-progress`, weeklyProgressSchema, {
        signal,
      }),
  });
}
