import type { Stamp } from '@portal/contracts/stamp';
import { includes, isOlder } from '@portal/domain/stamps';
import { type QueryKey, useQuery, type UseQueryOptions, focusManager } from '@tanstack/react-query';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { askAgainInterval } from '../lib/ask-again';
import type { RoomStatus } from './room-status';
import { useConnection, useLiveState, useRoom } from './use-live';
import { browserNow } from '../lib/use-now';

const subscribe = (changed: () => void) => focusManager.subscribe(changed);

const isVisible = () => focusManager.isFocused();

/** Minimum time between two fetches after pushed states, in milliseconds. */
const THROTTLE_MS = 1_000;
/** The same after a failure. */
const THROTTLE_FAILED_MS = 10_000;
/** Polling interval of a room without live updates. */
export const POLL_MS = 30_000;

/** The room of a request and the newest state that was pushed to it. */
export interface LiveUpdates {
  readonly room: RoomStatus;
  readonly pushed: Stamp | undefined;
}

/** The room of a project or of one of its pods, and the newest pushed totals: their stamp is that of the project. */
export function useProjectUpdates(projectId: number | null, podName?: string) {
  return {
    room: useRoom(projectId, podName),
    pushed: useLiveState('dashboard-changed', projectId),
  };
}

type LiveQueryOptions<F, D, K extends QueryKey> = Omit<
  UseQueryOptions<F, Error, D, K>,
  'refetchInterval'
> & {
  /** Another polling interval in milliseconds than that of the room; false for none. */
  readonly poll?: number | false;
  /** A longer minimum time between two fetches after pushed states, in milliseconds. */
  readonly throttle?: number | ((data: D) => number);
};

/**
 * A query of numbers with a stamp: fetched again when a pushed state is newer, and polled without live
 * updates unless its options say otherwise. A first answer that failed is asked for again.
 */
export function useLiveQuery<F, D extends Stamp = F & Stamp, K extends QueryKey = QueryKey>(
  { room, pushed }: LiveUpdates,
  { throttle, poll = pollInterval(room), ...options }: LiveQueryOptions<F, D, K>,
) {
  const result = useQuery({
    ...options,
    refetchInterval: ({ state }) => askAgainInterval(state) || poll,
  });
  const { data } = result;
  const pause = typeof throttle === 'function' ? data && throttle(data) : throttle;
  useRefetchOnPush(result, pushed, pause);
  return result;
}

/** The part of a query result that this hook uses. */
interface Fetched {
  readonly data: Stamp | undefined;
  readonly isFetching: boolean;
  readonly isError: boolean;
  readonly refetch: (options: { cancelRefetch: boolean }) => Promise<unknown>;
}

/**
 * Fetches again when a pushed state is newer than the data, at most once a second, and not in a hidden
 * tab. On a live connection a state of another epoch is newer; without one the data may be.
 * @param throttle a longer minimum time between two fetches, in milliseconds
 */
export function useRefetchOnPush(
  fetched: Fetched,
  pushed: Stamp | undefined,
  throttle = THROTTLE_MS,
): void {
  const { data, isFetching, isError, refetch } = fetched;
  const lastCall = useRef(0);
  const visible = useVisible();
  const isLive = useConnection().kind === 'live';
  const behind =
    data !== undefined &&
    pushed !== undefined &&
    (isLive ? !includes(data, pushed) : isOlder(data, pushed));

  useEffect(() => {
    if (!behind || isFetching || !visible) return;
    const wait =
      lastCall.current +
      Math.max(throttle, isError ? THROTTLE_FAILED_MS : THROTTLE_MS) -
      browserNow();
    const timer = setTimeout(
      () => {
        lastCall.current = browserNow();
        void refetch({ cancelRefetch: false });
      },
      Math.max(0, wait),
    );
    return () => clearTimeout(timer);
  }, [behind, isFetching, isError, visible, refetch, throttle]);
}

/**
 * Polls what is no option of a query. A hidden tab rests; shown again it polls at once.
 * @param interval in milliseconds; false to rest
 */
export function usePolling(interval: number | false, poll: () => void): void {
  const visible = useVisible();
  const hasRested = useRef(false);
  useEffect(() => {
    if (interval === false) return;
    if (!visible) {
      hasRested.current = true;
      return;
    }
    if (hasRested.current) poll();
    hasRested.current = false;
    const timer = setInterval(poll, interval);
    return () => clearInterval(timer);
  }, [interval, visible, poll]);
}

/** How often to poll what arrives in this room, in milliseconds: not at all while it is live. */
export function pollInterval(room: RoomStatus): number | false {
  return room.kind === 'live' ? false : POLL_MS;
}

/** Whether the tab is visible. A hidden one fetches nothing: nobody looks. */
function useVisible(): boolean {
  return useSyncExternalStore(subscribe, isVisible);
}
