import type { WeeklyProgress } from '@portal/contracts/live';
import { userTaskListSchema } from '@portal/contracts/task-stats';
import { useQueries, useQuery } from '@tanstack/react-query';
import type { Membership } from '../../entities/pods/api';
import { activityOptions } from '../../entities/pods/activity';
import { isOver, useCurrentWeek, weekOptions } from '../../entities/pods/week';
import { useToday } from '../../entities/portal/use-today';
import { type QueuePage, reviewQueueOptions } from '../../entities/pods/review-queue';
import { useRoom } from '../../live/use-live';
import { type LiveUpdates, useLiveQuery } from '../../live/live-query';
import { api } from '../../session/api';
import type { OwnWeek } from './own-week';
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
    // Each task has the names of its project and of its batch.
    meta: { reads: ['project', 'batch'] },
    queryKey: ['own-tasks', email, projectId, status ?? null, size] as const,
    ...api.read(`/tasks/by-user/${encodeURIComponent(email)}`, userTaskListSchema, {
      project_id: projectId,
      status,
      size,
    }),
  });
}

interface PodWeek {
  /** Undefined until it is loaded, and again once it is over without a newer one. */
  readonly week: WeeklyProgress | undefined;
  readonly failed: boolean;
  readonly refetch: () => void;
}

/** The current week of a pod. */
export function usePodWeek(podName: string): PodWeek {
  // The week names the project of its room.
  const known = useQuery({ ...weekOptions(podName), enabled: false }).data;
  const room = useRoom(known?.project_id ?? null, podName);
  const { data, isError, refetch } = useCurrentWeek(podName, room);
  const isLate = isOver(data, useToday());
  return {
    week: isLate ? undefined : data,
    failed: isLate || (isError && !data),
    refetch: () => void refetch(),
  };
}

/**
 * The user's weeks in the pods that could be loaded, which the pods themselves load; undefined until that is known
 * of all.
 */
export function useOwnWeeks(
  pods: readonly Membership[] | undefined,
  email: string,
): OwnWeek[] | undefined {
  const today = useToday();
  const weeks = useQueries({
    queries: (pods ?? []).map(({ pod_name }) => ({ ...weekOptions(pod_name), enabled: false })),
  });
  if (!pods || weeks.some(({ data, isError }) => !data && !isError)) return undefined;
  return weeks.flatMap(({ data: week }) => {
    const own = week?.members.find((member) => member.email === email);
    return week && own && !isOver(week, today) ? [{ week, own }] : [];
  });
}

/** The first tasks of a queue, which are shown at home. */
export const FIRST_TASKS: QueuePage = { page: 1, size: 8, filters: {} };

/**
 * How much each pod asks of the user now, from what its card loads: of a lead the trainers behind, a missing target and the tasks that wait,
 * of a reviewer the tasks that wait. Undefined while loading.
 */
export function usePodsToDo(
  leads: readonly string[],
  reviews: readonly string[],
): ReadonlyMap<string, number | undefined> {
  const weeks = useQueries({
    queries: leads.map((name) => ({ ...weekOptions(name), enabled: false })),
  });
  const queues = useQueries({
    queries: reviews.map((name) => ({
      ...reviewQueueOptions(name, FIRST_TASKS),
      enabled: false,
    })),
  });
  const activities = useQueries({
    queries: leads.map((name) => ({ ...activityOptions(name), enabled: false })),
  });
  const ofLeads = weeks.map(({ data, isError }, place) => {
    const { data: activity, isError: isAway = false } = activities[place] ?? {};
    return sumOf([
      data ? attentionOf(data) : failedOr(isError),
      activity?.waiting.tasks ?? failedOr(isAway),
    ]);
  });
  const ofReviews = queues.map(({ data, isError }) => data?.total ?? failedOr(isError));
  const counts = [...ofLeads, ...ofReviews];
  return new Map([...leads, ...reviews].map((name, place) => [name, counts[place]]));
}

function attentionOf({ members, target }: WeeklyProgress): number {
  const behind = members.filter(({ level }) => level === 'error' || level === 'warning');
  return behind.length + (target === null ? 1 : 0);
}

const failedOr = (isError: boolean) => (isError ? 0 : undefined);

/** Undefined while a part is. */
function sumOf(counts: readonly (number | undefined)[]): number | undefined {
  const known = counts.filter((count) => count !== undefined);
  return known.length < counts.length ? undefined : known.reduce((sum, count) => sum + count, 0);
}
