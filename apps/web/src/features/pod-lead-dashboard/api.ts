import { listedItemSchema, itemListSchema } from '@portal/contracts/lists';
import type { MemberProgress, WeeklyProgress } from '@portal/contracts/live';
import { weeklyHistorySchema } from '@portal/contracts/pods';
import { daySchema } from '@portal/contracts/scalars';
import type { Stamp } from '@portal/contracts/stamp';
import { oldestOf } from '@portal/domain/stamps';
import { useMutation, useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { podPath } from '../../entities/pods/api';
import { weekOptions } from '../../entities/pods/week';
import type { ItemChange } from '../../forms/conflict';
import { askAgainInterval } from '../../lib/ask-again';
import { ApiError } from '../../lib/api-error';
import { useConnection } from '../../live/use-live';
import { type LiveUpdates, POLL_MS, useLiveQuery } from '../../live/live-query';
import { weeksKey } from '../../live/pushed-states';
import { api } from '../../session/api';

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
  const isPushed = week === null && room.kind === 'live';
  return useLiveQuery(
    { room, pushed: week === null ? undefined : pushed },
    {
      ...weekOptions(podName, week),
      enabled: ({ state }) => !isPushed || state.data === undefined,
    },
  );
}

const WEEKS = 8;
/** Past weeks change seldom, and the response is large. */
const THROTTLE_MS = 10_000;

/** One week of one user. */
export interface TrendWeek extends Pick<MemberProgress, 'percent' | 'level' | 'tasks' | 'turns'> {
  readonly week_start: string;
  readonly hasTarget: boolean;
}

/** The last weeks of each user by email, oldest first, the current one last. */
export type Trends = Readonly<Record<string, readonly TrendWeek[]>>;

/** The last eight weeks of a pod's users, in one call. */
export function useWeeklyHistory(podName: string, updates: LiveUpdates) {
  return useLiveQuery(updates, {
    queryKey: ['weekly-history', podName],
    ...api.read(`${podPath(podName)}/weekly-progress/history`, weeklyHistorySchema, {
      weeks: WEEKS,
    }),
    select: byUser,
    poll: false,
    throttle: THROTTLE_MS,
  });
}

function byUser(weeks: readonly WeeklyProgress[]): Stamp & { trends: Trends } {
  const trends: Record<string, TrendWeek[]> = {};
  for (const { week_start, members } of weeks) {
    for (const { email, goal, percent, level, tasks, turns } of members) {
      const hasTarget = goal !== null;
      (trends[email] ??= []).push({ week_start, hasTarget, percent, level, tasks, turns });
    }
  }
  return { ...oldestOf(weeks), trends };
}

const TARGETS_PATH = '/pod-weekly-targets/';
/** The largest page of a list: almost two years. */
const SIZE = 100;

/** A weekly target of a pod: for each trainer, or for one of them. */
const targetSchema = listedItemSchema.extend({
  id: z.number().int(),
  pod_name: z.string(),
  week_start_date: daySchema,
  week_end_date: daySchema,
  daily_tasks_target: z.number().int(),
  daily_turns_target: z.number().int(),
  /** Null for each trainer. */
  user_email: z.string().nullable(),
  /** Whether it holds until a later one begins. */
  repeats: z.boolean(),
});
export type Target = z.infer<typeof targetSchema>;

/** The newest targets of a pod, latest week first. */
export function useTargets(podName: string) {
  const isLive = useConnection().kind === 'live';
  return useQuery({
    meta: { reads: ['pod_weekly_target'] },
    queryKey: targetsKey(podName),
    queryFn: ({ signal }) => fetchTargets({ pod_name: { eq: podName } }, signal),
    refetchInterval: ({ state }) => askAgainInterval(state) || (isLive ? false : POLL_MS),
  });
}

/** The target as the server has it now. */
export async function fetchTarget({ id }: Target): Promise<Target> {
  const { items } = await fetchTargets({ id: { eq: id } });
  const [current] = items;
  if (!current) throw new ApiError('Resource not found', { status: 404, code: 'not-found' });
  return current;
}

function fetchTargets(filters: object, signal?: AbortSignal) {
  return api.call(TARGETS_PATH, itemListSchema(targetSchema), {
    query: {
      size: SIZE,
      sort_by: 'week_start_date',
      sort_order: 'desc',
      filters: JSON.stringify(filters),
    },
    signal,
  });
}

function targetsKey(podName: string) {
  return ['weekly-targets', podName] as const;
}

/** What a user enters. */
export interface TargetValues {
  readonly week_start_date: string;
  readonly daily_tasks_target: number;
  readonly daily_turns_target: number;
  readonly user_email: string | null;
  readonly repeats: boolean;
}

/** Changes fields of a target. The form shows why it is refused. */
export function useUpdateTarget(podName: string) {
  return useMutation({
    mutationFn: ({ before, change }: ItemChange<Target>) =>
      api.patch(`${TARGETS_PATH}${before.id}`, targetSchema, change, before.version),
    meta: { succeeded: 'Item updated successfully', refetches: keysByTarget(podName) },
  });
}

/** Creates a target; without a form, a toast shows why it is refused. */
export function useCreateTarget(podName: string, words: { failed?: string } = {}) {
  return useMutation({
    mutationFn: ({ user_email, repeats, ...values }: TargetValues) =>
      api.post(TARGETS_PATH, targetSchema, {
        pod_name: podName,
        week_start_date: values.week_start_date,
        daily_tasks_target: values.daily_tasks_target,
        daily_turns_target: values.daily_turns_target,
        ...(user_email !== null && { user_email }),
        ...(repeats && { repeats }),
      }),
    meta: { ...words, succeeded: 'Item created successfully', refetches: keysByTarget(podName) },
  });
}

/** The keys of everything that depends on the targets. */
function keysByTarget(podName: string) {
  return [targetsKey(podName), weeksKey(podName), ['weekly-history', podName]];
}

export function useDeleteTarget(podName: string) {
  return useMutation({
    mutationFn: ({ id }: Target) => api.delete(`${TARGETS_PATH}${id}`),
    meta: {
      failed: 'Error deleting item',
      succeeded: 'Item deleted successfully',
      refetches: keysByTarget(podName),
    },
  });
}
