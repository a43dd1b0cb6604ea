/**
 * The only place that says which tests `npm test` runs. `npm run test:all` runs these and all others: specs that take
 * long by their nature, named `*.slow.*`, and what starts the built portal as several processes.
 */

/** Vitest has projects for them, whose names begin with `slow`. */
export const SLOW_SPECS = '**/*.slow.*';

/** Folders of `test/` that `npm test` runs. */
export const USUAL_FOLDERS = ['architecture', 'story'];
/** Folders of `test/` that only `npm run test:all` runs. */
export const OTHER_FOLDERS = ['launcher', 'system', 'faults', 'browser'];
/** Runs only with what scripts/rehearse-image.mjs has made, as part of `npm run test:long`. */
export const REHEARSAL = 'rehearsal';

/** Part of the names of files that test the queue: again with Redis, if there is one. */
export const OF_QUEUE = '.redis.';

export type Tier = 'test' | 'test:all' | 'test:long';

/** The first tier that runs a test file; undefined if none does. Paths are relative to the root, with slashes. */
export function tierOf(path: string): Tier | undefined {
  const [, folder = ''] = /^test\/([\w-]+)\/.+\.test\.ts$/.exec(path) ?? [];
  if (USUAL_FOLDERS.includes(folder)) return 'test';
  if (OTHER_FOLDERS.includes(folder)) return 'test:all';
  if (folder === REHEARSAL) return 'test:long';
  if (!/^(libs|apps)\/[\w-]+\/src\/.+\.spec\.tsx?$/.test(path)) return undefined;
  return /\.slow\.[^/]+$/.test(path) ? 'test:all' : 'test';
}
