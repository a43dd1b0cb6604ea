import { setTimeout as delay } from 'node:timers/promises';

/**
 * What `work` gives, if it does so in time. Late work goes on, and nobody hears of its end.
 * @throws {Error} when it is late, or as `work` does
 */
export async function withTimeout<T>(work: Promise<T>, ms: number): Promise<T> {
  const done = new AbortController();
  const late = delay(ms, undefined, { signal: done.signal }).then(() => {
    throw new Error(`no answer within ${ms} ms`);
  });
  // The one that loses the race must not go unheard.
  late.catch(() => undefined);
  work.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    done.abort();
  }
}
