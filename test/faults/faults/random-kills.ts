import type { Fault, Scene } from '../fault.js';
import { type LargeImport, runnerOf, startLargeImport } from '../load/large-import.js';

const TASKS = 6_000;
const POINTS = 20;

/** Set it to the number that a failed run has printed, to run the same again. */
const seed = Number(process.env['PORTAL_TEST_SEED'] ?? Date.now() % 1_000_000);

export const workerKilledAnywhereInImport: Fault = {
  name: `a worker is killed at ${POINTS} random points of an import (seed ${seed})`,
  break: (scene) => killAnywhere(scene, (large) => Promise.resolve(large)),
  mend: () => Promise.resolve(),
};

export const workerKilledAnywhereInUndo: Fault = {
  name: `a worker is killed at ${POINTS} random points of an undo (seed ${seed})`,
  async break(scene) {
    await killAnywhere(scene, async (large) => {
      await large.completes();
      return large.undo();
    });
  },
  mend: () => Promise.resolve(),
};

/** @param workOf what is disturbed, once it has begun */
async function killAnywhere(
  scene: Scene,
  workOf: (large: LargeImport) => Promise<LargeImport>,
): Promise<void> {
  const random = numbersOf(seed);
  let usualMs = 0;
  // The first one is not disturbed, and says how long one takes.
  for (let point = 0; point <= POINTS; point += 1) {
    const large = await startLargeImport(scene, TASKS, point % 2 === 0 ? 'above' : 'below');
    const work = await workOf(large);
    const stack = await runnerOf(scene.cluster, work.id);
    const begun = Date.now();
    if (point > 0) {
      // A point in time is what this is about.
      await new Promise((resolve) => setTimeout(resolve, random() * usualMs));
      await stack.kill('worker');
      await stack.restart('worker');
    }
    await work.completes();
    if (point === 0) usualMs = Date.now() - begun;
  }
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function numbersOf(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
