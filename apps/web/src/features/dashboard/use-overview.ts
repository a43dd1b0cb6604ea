import type { DashboardChanged } from '@portal/contracts/live';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useConnection } from '../../live/use-live';
import type { OverviewQuery } from './filters';
import { overviewOptions } from './overview-query';

/** Minimum time between two fetches after pushed states, in milliseconds. */
const THROTTLE_MS = 1_000;
/** The same after a failure. */
const THROTTLE_FAILED_MS = 10_000;
/** Polling interval without a live connection. */
const POLL_MS = 30_000;

/**
 * The overview with these filters. Fetched again when a pushed state is newer, and polled without a
 * live connection.
 */
export function useOverview(
  projectId: number,
  query: OverviewQuery,
  pushed: DashboardChanged | undefined,
) {
  const live = useConnection().kind === 'live';
  const result = useQuery({
    ...overviewOptions(projectId, query),
    refetchInterval: live ? false : POLL_MS,
  });
  const { data, isFetching, isPlaceholderData, isError, refetch } = result;
  const lastCall = useRef(0);
  const behind =
    data !== undefined && !isPlaceholderData && (pushed?.revision ?? 0) > data.revision;

  useEffect(() => {
    if (!behind || isFetching) return;
    const wait = lastCall.current + (isError ? THROTTLE_FAILED_MS : THROTTLE_MS) - Date.now();
    const timer = setTimeout(
      () => {
        lastCall.current = Date.now();
        void refetch({ cancelRefetch: false });
      },
      Math.max(0, wait),
    );
    return () => clearTimeout(timer);
  }, [behind, isFetching, isError, refetch]);

  return result;
}
