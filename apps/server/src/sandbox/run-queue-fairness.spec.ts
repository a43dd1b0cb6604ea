import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RunQueue } from './run-queue.js';

const HALF_LIFE_MS = 15_000;
const OVERDUE_MS = 15_000;
const MAX_OVERTAKING_MS = 10_000;
const MAX_RUN_MS = 20_000;
const PROJECTS = 4;
const LIMITS = { waiting: 1_000, waitingPerKey: 1_000, runningPerKey: 1, maxWaitMs: 30_000 };

interface Planned {
  readonly project: number;
  readonly stat: number;
  readonly ms: number;
  /** Time after the one before. */
  readonly gap: number;
}

interface Run extends Planned {
  readonly came: number;
  started?: number;
  ended?: number;
}

const planned = fc.record({
  project: fc.integer({ min: 1, max: PROJECTS }),
  stat: fc.integer({ min: 0, max: 2 }),
  ms: fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: MAX_RUN_MS })),
  gap: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 4_000 })),
});

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Plays the runs on a queue with its own clock; `onStart` sees all runs and the one that starts. */
async function play(
  plan: readonly Planned[],
  running: number,
  onStart: (runs: readonly Run[], started: Run, now: number) => void,
): Promise<readonly Run[]> {
  let now = 0;
  const queue = new RunQueue({ ...LIMITS, running }, () => now);
  const runs: Run[] = [];
  const leaves = new Map<Run, () => void>();
  const failures: unknown[] = [];
  let came = 0;
  const arrivals = plan.map((one) => ({ ...one, came: (came += one.gap) }));
  const nextEnd = (): Run | undefined =>
    [...leaves.keys()].sort((one, other) => endOf(one) - endOf(other))[0];
  for (let end = nextEnd(); arrivals.length > 0 || end; end = nextEnd()) {
    const [arrival] = arrivals;
    if (end && (!arrival || endOf(end) <= arrival.came)) {
      now = endOf(end);
      end.ended = now;
      leaves.get(end)?.();
      leaves.delete(end);
    } else if (arrival) {
      arrivals.shift();
      now = arrival.came;
      const run: Run = { ...arrival };
      runs.push(run);
      // A statistic belongs to one project.
      const admission = queue.enter(run.project, undefined, run.project * 10 + run.stat);
      admission
        .then((leave) => {
          onStart(runs, run, now);
          run.started = now;
          leaves.set(run, leave);
        })
        .catch((error: unknown) => failures.push(error));
    }
    await settled();
    if (failures.length > 0) throw failures[0];
  }
  return runs;
}

const endOf = ({ started = 0, ms }: Run): number => started + ms;

/** How long the project waits: since its oldest waiting run came, or its last run started. */
function waitOf(runs: readonly Run[], project: number, now: number): number {
  const own = runs.filter((run) => run.project === project);
  const oldest = Math.min(...own.filter(isWaiting).map((run) => run.came));
  return now - Math.max(oldest, ...own.map(({ started }) => started ?? 0));
}

const isWaiting = (run: Run): boolean => run.started === undefined;

/** The run time of the project that counts now, from its whole history. */
function usedBy(runs: readonly Run[], project: number, now: number): number {
  return runs
    .filter((run) => run.project === project && run.started !== undefined)
    .map(({ started = 0, ended }) =>
      ended === undefined ? now - started : (ended - started) * 2 ** ((ended - now) / HALF_LIFE_MS),
    )
    .reduce((sum, ms) => sum + ms, 0);
}

describe('the queue of runs', () => {
  it('SBX-47 SBX-48 is fair to projects and starves none, for any runs', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(planned, { maxLength: 60 }),
        fc.integer({ min: 1, max: 2 }),
        async (plan, running) => {
          const runs = await play(plan, running, (all, started, now) => {
            const busy = all.filter((run) => run.started !== undefined && run.ended === undefined);
            expect(busy.length).toBeLessThan(running);
            expect(busy.map(({ project }) => project)).not.toContain(started.project);
            const others = new Set(
              all
                .filter((run) => isWaiting(run) && run !== started)
                .map(({ project }) => project)
                .filter((project) => !busy.some((run) => run.project === project)),
            );
            const wait = waitOf(all, started.project, now);
            for (const project of others) {
              const waits = waitOf(all, project, now);
              expect(waits).toBeLessThanOrEqual(OVERDUE_MS + (PROJECTS + 1) * MAX_RUN_MS);
              if (wait >= OVERDUE_MS) continue;
              expect(waits).toBeLessThan(OVERDUE_MS);
              // The queue forgets less than a millisecond.
              expect(usedBy(all, started.project, now)).toBeLessThanOrEqual(
                usedBy(all, project, now) + 1,
              );
            }
            for (const run of all.filter(isWaiting)) {
              if (run.project !== started.project) continue;
              expect(started.came - run.came).toBeLessThanOrEqual(MAX_OVERTAKING_MS);
            }
          });
          expect(runs.map(({ ended }) => ended)).not.toContain(undefined);
          expect(runs).toHaveLength(plan.length);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('SBX-47 gives projects the same time, not the same number of runs', async () => {
    const long = Array.from({ length: 20 }, () => ({ project: 1, stat: 0, ms: 3_000, gap: 0 }));
    const short = Array.from({ length: 600 }, () => ({ project: 2, stat: 0, ms: 100, gap: 0 }));
    const runs = await play([...long, ...short], 1, () => undefined);
    const timeOf = (project: number): number =>
      runs
        .filter((run) => run.project === project && (run.ended ?? 0) <= 60_000)
        .reduce((sum, { ms }) => sum + ms, 0);
    expect(Math.abs(timeOf(1) - timeOf(2))).toBeLessThan(6_000);
  });
});
