import type { WeeklyProgress } from '@portal/contracts/live';
import { userTaskListSchema } from '@portal/contracts/task-stats';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { weekOptions } from '../../entities/pods/week';
import { newestState } from '../../live/newest-state';
import { useLiveState, useRoom } from '../../live/use-live';
import { type LiveUpdates, pollInterval, useLiveQuery, usePolling } from '../../live/live-query';
import { api } from '../../session/api';
import { fetchPodStats, type PodStatsRequest } from '../../entities/pods/pod-stats';

/** The tasks and turns of the user by day; fetched again when a pushed state is newer. */
export function useOwnDays(request: PodStatsRequest & { email: string }, updates: LiveUpdates) {
  const { email, projectId, start, end } = request;
  return useLiveQuery(updates, {
    queryKey: ['own-days', email, projectId, start.toISOString(), end.toISOString()],
    queryFn: ({ signal }) => fetchPodStats(request, signal),
  });
}

interface OwnTasksRequest {
  readonly email: string;
  readonly projectId: number;
  /** Tasks of one status; of every status if absent. */
  readonly status?: string;
  readonly size: number;
}

/** The newest tasks of the user in a project; fetched again when a pushed state is newer. */
export function useOwnTasks(
  { email, projectId, status, size }: OwnTasksRequest,
  updates: LiveUpdates,
) {
  return useLiveQuery(updates, {
    queryKey: ['own-tasks', email, projectId, status ?? null, size] as const,
    queryFn: ({ signal }) =>
      api.call(`/tasks/by-user/${encodeURIComponent(email)}`, userTaskListSchema, {
        query: { project_id: projectId, status, size },
        signal,
      }),
  });
}

interface PodWeek {
  /** Undefined until it is loaded. */
  readonly week: WeeklyProgress | undefined;
  readonly failed: boolean;
}

/** The current week of a pod: the newer one of the fetched and the pushed week. */
export function usePodWeek(podName: string): PodWeek {
  const { data: fetched, isError, refetch } = useQuery(weekOptions(podName));
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
