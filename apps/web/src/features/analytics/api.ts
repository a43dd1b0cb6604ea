import { useEffect } from 'react';
import { logError } from '../../lib/log';
import { serverNow } from '../../lib/server-clock';
import { type LiveUpdates, pollInterval, useLiveQuery } from '../../live/live-query';
import { fetchPodStats } from '../../entities/pods/pod-stats';

/** Whose work is counted: the users of a project that the caller sees, or those of one pod. */
export interface TeamScope {
  readonly projectId: number;
  readonly podName?: string | undefined;
}

/** The start is included, the end is not. */
export interface Span {
  readonly start: Date;
  readonly end: Date;
}

const DAY_MS = 86_400_000;
/** How often tasks leave the last 24 hours. */
const LAST_DAY_REFETCH_MS = 300_000;

/** Done tasks and turns by day and user; fetched again when a pushed state is newer. */
export function usePodStats(scope: TeamScope, span: Span, updates: LiveUpdates, enabled = true) {
  const result = useLiveQuery(updates, {
    queryKey: [...podStatsKey(scope), span.start.toISOString(), span.end.toISOString()],
    queryFn: ({ signal }) => fetchPodStats({ ...scope, ...span }, signal),
    enabled,
  });
  useLoggedFailure(result.error);
  return result;
}

/** The same for the last 24 hours, as of each fetch. */
export function useLastDayStats(scope: TeamScope, updates: LiveUpdates) {
  const result = useLiveQuery(updates, {
    queryKey: [...podStatsKey(scope), 'last-24-hours'],
    queryFn: async ({ signal }) => {
      const end = new Date(serverNow());
      const start = new Date(end.getTime() - DAY_MS);
      const stats = await fetchPodStats({ ...scope, start, end }, signal);
      return { ...stats, instants: { start: start.toISOString(), end: end.toISOString() } };
    },
    poll: pollInterval(updates.room) || LAST_DAY_REFETCH_MS,
  });
  useLoggedFailure(result.error);
  return result;
}

/** Key of the statistics of a team, whatever the period. */
export function podStatsKey({ projectId, podName }: TeamScope) {
  return ['pod-stats', projectId, podName ?? null] as const;
}

function useLoggedFailure(error: Error | null): void {
  useEffect(() => {
    if (error) logError('The statistics of the team could not be loaded', error);
  }, [error]);
}
