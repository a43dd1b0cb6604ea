import { type WeeklyProgress, weeklyProgressSchema } from '@portal/contracts/live';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { pollInterval } from '../../live/live-query';
import { newestOf, weeksKey } from '../../live/pushed-states';
import type { RoomStatus } from '../../live/room-status';
import { askAgainInterval } from '../../lib/ask-again';
import { api } from '../../session/api';
import { podPath } from './api';

/**
 * The progress of a pod in one week, the same on every page.
 * @param week the Monday of another week; null for the current one
 */
export function weekOptions(podName: string, week: string | null = null) {
  return queryOptions({
    queryKey: [...weeksKey(podName), week ?? 'current'] as const,
    queryFn: (context) =>
      newestOf(
        context,
        api.call(`${podPath(podName)}/weekly-progress`, weeklyProgressSchema, {
          query: { week_start: week ?? undefined },
          signal: context.signal,
        }),
      ),
  });
}

/** The current week of a pod: pushed while its room is live, and fetched until then and without it. */
export function useCurrentWeek(podName: string, room: RoomStatus) {
  return useQuery({
    ...weekOptions(podName),
    refetchInterval: ({ state }) => askAgainInterval(state) || pollInterval(room),
    enabled: ({ state }) => room.kind !== 'live' || state.data === undefined,
  });
}

/**
 * Whether a week that was the current one is over: without a connection it stays after Sunday's midnight,
 * and must not be shown as this week.
 * @param today YYYY-MM-DD
 */
export function isOver(week: Pick<WeeklyProgress, 'week_end'> | undefined, today: string): boolean {
  return week !== undefined && week.week_end < today;
}
