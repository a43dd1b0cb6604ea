import { ApiError, isPassing } from './api-error';

/** How long after a failure, in milliseconds. */
const ASK_AGAIN_MS = 30_000;

/**
 * The `refetchInterval` of a query whose first answer was a failure that may pass; false for others. No
 * push and no poll of a live room asks for it: there is nothing yet that could be behind. A busy server says when.
 */
export function askAgainInterval({ data, error, errorUpdatedAt }: State): number | false {
  if (data !== undefined) return false;
  if (error instanceof ApiError && error.code === 'too-many-requests') {
    const pause = (error.retryAt ?? 0) - errorUpdatedAt;
    return pause > 0 ? pause : ASK_AGAIN_MS;
  }
  return (isPassing(error) || isMismatch(error)) && ASK_AGAIN_MS;
}

/** The response does not match the contract: that may be while servers of two versions answer. */
function isMismatch(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'unexpected-response' && error.status < 300;
}

interface State {
  readonly data: unknown;
  readonly error: unknown;
  /** In epoch milliseconds. */
  readonly errorUpdatedAt: number;
}
