import type { MemberProgress, WeeklyProgress } from '@portal/contracts/live';
import { weeklyHistorySchema } from '@portal/contracts/pods';
import type { Stamp } from '@portal/contracts/stamp';
import { oldestOf } from '@portal/domain/stamps';
import { useQuery } from '@tanstack/react-query';
import { useRefetchOnPush } from '../../../live/use-refetch-on-push';
import { api } from '../../../session/api';

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
export function useWeeklyHistory(podName: string, pushed: Stamp | undefined) {
  const result = useQuery({
    queryKey: ['weekly-history', podName],
    queryFn: ({ signal }) =>
      api.call(
        `/pods/${encodeURIComponent(podName)}/weekly-progress/history`,
        weeklyHistorySchema,
        { query: { weeks: WEEKS }, signal },
      ),
    select: byUser,
  });
  useRefetchOnPush(result, pushed, THROTTLE_MS);
  return result;
}

function byUser(weeks: readonly WeeklyProgress[]): Stamp & { trends: Trends } {
  const trends: Record<string, TrendWeek[]> = {};
  for (const { week_start, target, members } of weeks) {
    for (const { email, percent, level, tasks, turns } of members) {
      const hasTarget = target !== null;
      (trends[email] ??= []).push({ week_start, hasTarget, percent, level, tasks, turns });
    }
  }
  return { ...oldestOf(weeks), trends };
}
