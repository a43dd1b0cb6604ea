import { expect } from '@jest/globals';
import type { Fault, Scene } from '../fault.js';
import { runnerOf, startLargeImport } from '../load/large-import.js';

/** As many as take seconds: a worker is killed in the middle of them. */
const TASKS = 12_000;

/** One of two workers dies in each phase of an import, which it or the other one completes when it is back. */
export const workerKilledInImport: Fault = {
  name: 'a worker is killed while it loads, reads and merges',
  async break(scene) {
    await killDuring(scene, 'loading', 'above');
    await killDuring(scene, 'reading', 'below');
    await killDuring(scene, 'merging', 'below');
  },
  mend: () => Promise.resolve(),
};

export const workerKilledInReading: Fault = {
  name: 'a worker is killed while it reads an import',
  break: (scene) => killDuring(scene, 'reading', 'below'),
  mend: () => Promise.resolve(),
};

async function killDuring(
  scene: Scene,
  phase: 'loading' | 'reading' | 'merging',
  place: 'above' | 'below',
): Promise<void> {
  const large = await startLargeImport(scene, TASKS, place);
  await large.reaches(phase);
  const stack = await runnerOf(scene.cluster, large.id);
  await stack.kill('worker');
  expect(await large.stored()).toBe(0);
  await stack.restart('worker');
  await large.completes();
}

/** A worker that is asked to stop lets go of its import at once. */
export const workerStoppedInImport: Fault = {
  name: 'a worker is stopped in the middle of an import',
  async break(scene) {
    const large = await startLargeImport(scene, TASKS, 'above');
    await large.reaches('loading');
    const stack = await runnerOf(scene.cluster, large.id);
    expect(await stack.kill('worker', 'SIGTERM')).toBe(0);
    await large.completes();
    await stack.restart('worker');
  },
  mend: () => Promise.resolve(),
};
