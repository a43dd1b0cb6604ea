/**
 * How long tests wait: the only place that says so. What takes longer hangs, on a slow and busy machine too: the tests of
 * `npm test` take at most 3 s on the machine of the reference when it is idle.
 */

/** Of the work below on that machine, in ms. */
const REFERENCE_MS = 10;
const WORK = 10_000;
/** On a busy machine a process has short turns at full speed: fewer rounds might all be in one of them. */
const MEASURED_MS = 500;

/** How many times slower this machine is now than that of the reference; or what PORTAL_TEST_SLOWNESS says. */
function slowness(): number {
  const named = Number(process.env['PORTAL_TEST_SLOWNESS']);
  if (named > 0) return named;
  const measured = Math.min(20, Math.max(1, roundMs() / REFERENCE_MS));
  // The processes of this run have the same limits.
  process.env['PORTAL_TEST_SLOWNESS'] = measured.toFixed(1);
  return measured;
}

/** Sorting texts and writing JSON are like what tests do. */
function work(): void {
  const texts = Array.from({ length: WORK }, (_, index) => `${(index * 7_919) % WORK} text`);
  JSON.parse(JSON.stringify(texts.sort()));
}

/** The mean of many rounds, by the clock, which says whether others use the cores. */
function roundMs(): number {
  const started = performance.now();
  let rounds = 0;
  let passed = 0;
  while (passed < MEASURED_MS) {
    work();
    rounds += 1;
    passed = performance.now() - started;
  }
  return passed / rounds;
}

const SLOWNESS = slowness();

const IS_LONG = process.env['PORTAL_TEST_LONG'] !== undefined;

/** For one test of `npm test`: it takes 3 s, and ten times as long if others need the cores after the start. Those of `npm run test:long` run 20 times as often. */
export const TEST_MS = IS_LONG ? 5_400_000 : 30_000 * SLOWNESS;
/** For what only `npm run test:all` runs: it starts the portal many times, or imports large files. */
export const SLOW_TEST_MS = IS_LONG ? 5_400_000 : 600_000 * SLOWNESS;
/** A hook may start a whole portal, while others do. */
export const HOOK_MS = 120_000 * SLOWNESS;
/** For a condition inside a test, so that the message says which one. */
export const WAIT_MS = 20_000 * SLOWNESS;
/** What `npm test` marks as slow. */
export const SLOW_MS = 1_000 * SLOWNESS;

/** For `vi.waitFor`, whose limit vitest.config.ts cannot set: as long as `expect.poll` waits there. */
export const PATIENCE = { timeout: WAIT_MS };
