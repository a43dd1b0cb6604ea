import { expect } from '@jest/globals';
import type { Fault, Scene } from '../fault.js';
import { importIn, runnerOf } from '../load/large-import.js';

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
  const large = await importIn(scene, phase, place);
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
    const large = await importIn(scene, 'loading', 'above');
    const stack = await runnerOf(scene.cluster, large.id);
    expect(await stack.kill('worker', 'SIGTERM')).toBe(0);
    await large.completes();
    await stack.restart('worker');
  },
  mend: () => Promise.resolve(),
};
