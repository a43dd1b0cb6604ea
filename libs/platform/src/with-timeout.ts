import { setTimeout as delay } from 'node:timers/promises';

/**
 * Resolves with the result of `work` if it arrives in time. Late work continues and its result is
 * ignored.
 * @throws {Error} on timeout, or the error of `work`
 */
export async function withTimeout<T>(work: Promise<T>, ms: number): Promise<T> {
  const done = new AbortController();
  const late = delay(ms, undefined, { signal: done.signal }).then(() => {
    throw new Error(`no answer within ${ms} ms`);
  });
  // The promise that loses the race must not cause an unhandled rejection.
  late.catch(() => undefined);
  work.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    done.abort();
  }
}
