import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { logError } from '../../lib/log';
import { type LiveUpdates, pollInterval, useRefetchOnPush } from '../../live/use-refetch-on-push';
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
export function usePodStats(scope: TeamScope, span: Span, { room, pushed }: LiveUpdates) {
  const result = useQuery({ ...podStatsOptions(scope, span), refetchInterval: pollInterval(room) });
  useRefetchOnPush(result, pushed);
  useLoggedFailure(result.error);
  return result;
}

/** The same for the last 24 hours, as of each fetch. */
export function useLastDayStats(scope: TeamScope, { room, pushed }: LiveUpdates) {
  const result = useQuery({
    queryKey: [...podStatsKey(scope), 'last-24-hours'],
    queryFn: ({ signal }) => {
      const end = new Date();
      const start = new Date(end.getTime() - DAY_MS);
      return fetchPodStats({ ...scope, start, end }, signal);
    },
    refetchInterval: pollInterval(room) || LAST_DAY_REFETCH_MS,
  });
  useRefetchOnPush(result, pushed);
  useLoggedFailure(result.error);
  return result;
}

/** Key of the statistics of a team, whatever the period. */
export function podStatsKey({ projectId, podName }: TeamScope) {
  return ['pod-stats', projectId, podName ?? null] as const;
}

function podStatsOptions(scope: TeamScope, span: Span) {
  const key = [...podStatsKey(scope), span.start.toISOString(), span.end.toISOString()];
  return queryOptions({
    queryKey: key,
    queryFn: ({ signal }) => fetchPodStats({ ...scope, ...span }, signal),
  });
}

function useLoggedFailure(error: Error | null): void {
  useEffect(() => {
    if (error) logError('The statistics of the team could not be loaded', error);
  }, [error]);
}
