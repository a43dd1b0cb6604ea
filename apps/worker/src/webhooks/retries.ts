const HOUR = 3_600;
/** Seconds after each try that failed, as Standard Webhooks suggests. */
const PAUSES = [5, 300, 1800, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR];
const JITTER = 0.1;
const LONGEST = 24 * HOUR;

/**
 * Seconds until the next try; null if there is none.
 * @param tries how many there were
 * @param asked what the receiver asked for, as `secondsOf` reads it
 * @param random from 0 to 1
 */
export function pauseAfter(tries: number, asked: number, random: number): number | null {
  const pause = PAUSES[tries - 1];
  if (pause === undefined) return null;
  return Math.max(pause * (1 + JITTER * random), asked);
}

/** The seconds of a `Retry-After`, which is a number or a date; 0 without one. */
export function secondsOf(retryAfter: string | undefined, now: Date): number {
  if (retryAfter === undefined) return 0;
  const seconds = /^\d+$/.test(retryAfter)
    ? Number(retryAfter)
    : (Date.parse(retryAfter) - now.getTime()) / 1000;
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), LONGEST) : 0;
}
