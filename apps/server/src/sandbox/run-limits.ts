const MAX_RUNNING = 8;
const MAX_PER_PROJECT = 4;

/** Maximum number of concurrent runs, in total and per project. */
export interface RunLimits {
  readonly running: number;
  readonly runningPerKey: number;
}

/**
 * If the database runs on this machine, more runs than cores would slow down each other and
 * everything else. If two or more runs fit, one project cannot use all of them.
 * @param sharedCores undefined if the database is on another machine
 */
export function runLimits(sharedCores: number | undefined): RunLimits {
  const running = Math.min(MAX_RUNNING, sharedCores ?? MAX_RUNNING);
  return { running, runningPerKey: Math.min(MAX_PER_PROJECT, Math.max(1, running - 1)) };
}
