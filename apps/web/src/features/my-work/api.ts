import { type WeeklyProgress, weeklyProgressSchema } from '@portal/contracts/live';
import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import { podMemberSchema } from '@portal/contracts/pods';
import { userTaskListSchema } from '@portal/contracts/task-stats';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { z } from 'zod';
import { logError, logWarning } from '../../lib/log';
import { newestState } from '../../live/newest-state';
import { useLiveState, useRoom } from '../../live/use-live';
import {
  type LiveUpdates,
  pollInterval,
  usePolling,
  useRefetchOnPush,
} from '../../live/use-refetch-on-push';
import { api } from '../../session/api';
import { fetchPodStats, type PodStatsRequest } from '../../session/pod-stats';
import { useProjectStore } from '../../session/project-store';
import { userOf, useSessionStore } from '../../session/session-store';

const membershipSchema = podMemberSchema.pick({ pod_name: true, role: true });
export type Membership = z.infer<typeof membershipSchema>;

/** As many as a page of the list may have. */
const SIZE = 100;

/**
 * The pods of the signed-in user in the selected project, or in all with project 0. They load again
 * whenever a component that shows them opens. A failure is logged.
 * @returns no `pods` until they are loaded; an empty list without an email
 */
export function useMemberships(): {
  pods: readonly Membership[] | undefined;
  failed: boolean;
} {
  const email = useSessionStore((state) => userOf(state)?.email);
  const projectId = useProjectStore((state) => (state.authorised ? state.selectedId : undefined));
  const known = projectId !== undefined;
  const { data, error } = useQuery({
    ...membershipsOptions(email ?? '', projectId ?? null),
    enabled: email !== undefined && known,
  });
  useEffect(() => {
    if (known && email === undefined) {
      logWarning(`The pods of project ${projectId} cannot be listed: the email is unknown`);
    }
  }, [known, email, projectId]);
  useEffect(() => {
    if (error) logError('The pods of the user could not be loaded', error);
  }, [error]);
  return { pods: email === undefined ? [] : data, failed: error !== null };
}

function membershipsOptions(email: string, projectId: number | null) {
  const inProject =
    projectId === null || projectId === ALL_PROJECTS_ID
      ? {}
      : { 'pod.project_id': { eq: projectId } };
  const filters = { user_email: { eq: email }, ...inProject };
  return queryOptions({
    queryKey: ['memberships', email, projectId] as const,
    queryFn: async ({ signal }) => {
      const query = { filters: JSON.stringify(filters), size: SIZE };
      const list = z.object({ items: z.array(membershipSchema) });
      return (await api.call('/pod-members/', list, { query, signal })).items;
    },
    // Always fetched again: on opening, and when the project is selected again.
    staleTime: 0,
  });
}

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
  { room, pushed }: LiveUpdates,
) {
  const result = useQuery({
    queryKey: ['own-tasks', email, projectId, status ?? null, size] as const,
    queryFn: ({ signal }) =>
      api.call(`/tasks/by-user/${encodeURIComponent(email)}`, userTaskListSchema, {
        query: { project_id: projectId, status, size },
        signal,
      }),
    refetchInterval: pollInterval(room),
  });
  useRefetchOnPush(result, pushed);
  return result;
}

interface PodWeek {
  /** Undefined until it is loaded. */
  readonly week: WeeklyProgress | undefined;
  readonly failed: boolean;
}

/** The current week of a pod: the newer one of the fetched and the pushed week. */
export function usePodWeek(podName: string): PodWeek {
  const {
    data: fetched,
    isError,
    refetch,
  } = useQuery({
    queryKey: ['pod-week', podName] as const,
    queryFn: ({ signal }) =>
      api.call(`/pods/${encodeURIComponent(podName)}/weekly-progress`, weeklyProgressSchema, {
        signal,
      }),
  });
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
