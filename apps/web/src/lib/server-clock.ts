import { create } from 'zustand';
import { browserNow, useNow } from './use-now';

/** Less may be the way of the response. */
const TOLERATED_MS = 5_000;

/** How far the clock of the server is ahead of the browser's, which may be wrong by hours. */
export const useServerClock = create<{ readonly aheadMs: number }>()(() => ({ aheadMs: 0 }));

/** Now by the clock of the server, in epoch milliseconds. */
export function serverNow(): number {
  return serverTimeOf(browserNow());
}

/** The time by the clock of the server at which the browser's was `at`, such as when a response came. */
export function serverTimeOf(at: number): number {
  return at + useServerClock.getState().aheadMs;
}

/** `useNow` by the clock of the server: for the ages of what the server dates. */
export function useServerNow(everyMs: number): number {
  return useNow(everyMs) + useServerClock(({ aheadMs }) => aheadMs);
}

/** Reads the time of a response, which has whole seconds. */
export function learnServerTime({ headers }: Response): void {
  const at = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(at)) return;
  const ahead = at + 500 - browserNow();
  const aheadMs = Math.abs(ahead) < TOLERATED_MS ? 0 : ahead;
  // A second more or less is how the header is cut: it changes nothing on the screen.
  const isOther = Math.abs(aheadMs - useServerClock.getState().aheadMs) > TOLERATED_MS;
  if (isOther || aheadMs === 0) useServerClock.setState({ aheadMs });
}
