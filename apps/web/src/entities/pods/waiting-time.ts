import { formatDistanceStrict } from 'date-fns';

/**
 * How long a task waits, such as '3 days'.
 * @param since an instant
 * @param now epoch milliseconds of the server
 */
export function waitingTime(since: string, now: number): string {
  return formatDistanceStrict(Math.min(Date.parse(since), now), now);
}
