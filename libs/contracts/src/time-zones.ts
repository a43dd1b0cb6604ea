/** Limits of the offsets, in half hours east of UTC. */
const WESTERNMOST = -12 * 2;
const EASTERNMOST = 14 * 2;

/** The time zones that a profile offers: every half hour from UTC-12:00 to UTC+14:00, in order. */
export const PROFILE_TIME_ZONES: readonly string[] = Array.from(
  { length: EASTERNMOST - WESTERNMOST + 1 },
  (_, index) => offsetName(WESTERNMOST + index),
);

/** 11 → 'UTC+5:30' */
function offsetName(halfHours: number): string {
  if (halfHours === 0) return 'UTC';
  const size = Math.abs(halfHours);
  return `UTC${halfHours < 0 ? '-' : '+'}${Math.floor(size / 2)}:${size % 2 === 0 ? '00' : '30'}`;
}
