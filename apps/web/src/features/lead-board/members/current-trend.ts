import type { MemberProgress } from '@portal/contracts/live';
import type { TrendWeek } from '../api';

/** The last weeks of a user with the newest numbers of `week`, a Monday. */
export function currentTrend(
  weeks: readonly TrendWeek[] | undefined,
  week: string,
  { percent, level, tasks, turns }: MemberProgress,
): readonly TrendWeek[] | undefined {
  const newer = weeks?.find(
    (past) => past.week_start === week && (past.percent !== percent || past.level !== level),
  );
  if (!weeks || !newer) return weeks;
  return weeks.map((past) => (past === newer ? { ...past, percent, level, tasks, turns } : past));
}
