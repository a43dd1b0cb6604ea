import type { Fault } from '../fault.js';
import { runnerOf, startLargeImport } from '../load/large-import.js';

const TASKS = 12_000;
const STARTS = 20;

/** One file kills each worker that begins with it; in the end nobody begins with it any more. */
export const poisonImport: Fault = {
  name: 'an import kills its worker each time',
  async break(scene) {
    const poison = await startLargeImport(scene, TASKS, 'above');
    for (let start = 1; start <= STARTS; start += 1) {
      const stack = await runnerOf(scene.cluster, poison.id, start);
      await stack.kill('worker');
      await stack.restart('worker');
    }
    await poison.fails('The import was interrupted too many times');
  },
  mend: () => Promise.resolve(),
};
