import { isPassing } from './api-error';

/** How long after a failure, in milliseconds. */
const ASK_AGAIN_MS = 30_000;

/**
 * The `refetchInterval` of a query whose first answer was a failure that may pass; false for others. No
 * push and no poll of a live room asks for it: there is nothing yet that could be behind.
 */
export function askAgainInterval(state: { data: unknown; error: unknown }): number | false {
  return state.data === undefined && isPassing(state.error) && ASK_AGAIN_MS;
}
