import type { Theme } from '@mui/material';
import { formatDistanceStrict } from 'date-fns';

/**
 * How long a task waits, such as '3 days'.
 * @param since an instant
 * @param now epoch milliseconds of the server
 */
export function waitingTime(since: string, now: number): string {
  return formatDistanceStrict(Math.min(Date.parse(since), now), now);
}

const DAY_MS = 86_400_000;
/** From so many days of waiting on. */
const STEPS = [1, 3, 7, 14] as const;

/**
 * How long a task waits, from 0 for less than a day to 4 for two weeks or more.
 * @param since an instant; null if nobody knows
 * @param now epoch milliseconds of the server
 */
export function heatOf(since: string | null, now: number): number {
  if (since === null) return 0;
  const days = (now - Date.parse(since)) / DAY_MS;
  return STEPS.filter((from) => days >= from).length;
}

/** A mark beside a task: the longer it waits, the warmer. Its text says the same. */
export function heatStyle(heat: number) {
  const share = (100 * heat) / STEPS.length;
  return (theme: Theme) => ({
    width: 4,
    height: 32,
    borderRadius: 2,
    backgroundColor: `color-mix(in oklab, ${theme.vars.palette.status.rework} ${share}%, ${theme.vars.palette.line.soft})`,
  });
}
