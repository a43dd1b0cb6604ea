import type { CustomStat, ParameterValues } from '@portal/contracts/custom-stats';
import { oldestOf } from '@portal/domain/stamps';
import { useCallback } from 'react';
import {
  type LiveUpdates,
  pollInterval,
  usePolling,
  useRefetchOnPush,
} from '../../live/live-query';
import { useResults } from './run-api';

/** A query may use at most this part of the time, so that a slow one does not run without a break. */
const BREAK = 4;

/**
 * The results of a project's statistics. They run again when the project changes, or every 30 seconds
 * without live updates.
 */
export function useLiveResults(
  projectId: number,
  stats: readonly CustomStat[],
  values: ParameterValues,
  { room, pushed }: LiveUpdates,
) {
  const results = useResults(projectId, stats, values);
  const { states, paused, runAgain } = results;

  const current = states.flatMap(({ outcome }, at) => {
    const stat = stats[at];
    const updates = stat?.is_active === true && !paused.has(stat.id);
    return updates && outcome?.error === null ? [outcome] : [];
  });
  const slowest = current.reduce((most, one) => Math.max(most, one.execution_time_ms), 0);
  useRefetchOnPush(
    {
      data: current.length === 0 ? undefined : oldestOf(current),
      isFetching: states.some(({ running }) => running),
      isError: states.some(({ failure }) => failure !== null),
      refetch: runAgain,
    },
    pushed,
    slowest * BREAK,
  );

  usePolling(
    pollInterval(room),
    useCallback(() => void runAgain(), [runAgain]),
  );

  return results;
}
