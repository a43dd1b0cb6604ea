const AT_ONCE = 8;
const PER_PROJECT = 4;

/** How many runs go at once, in all and of one project. */
export interface RunLimits {
  readonly running: number;
  readonly runningOfOne: number;
}

/**
 * Where the database shares this machine's cores, more runs than those would only be slower, and
 * slow down everything else as well. One project never has all places to itself, where there is
 * more than one.
 * @param sharedCores none when the database is elsewhere
 */
export function runLimits(sharedCores: number | undefined): RunLimits {
  const running = Math.min(AT_ONCE, sharedCores ?? AT_ONCE);
  return { running, runningOfOne: Math.min(PER_PROJECT, Math.max(1, running - 1)) };
}
