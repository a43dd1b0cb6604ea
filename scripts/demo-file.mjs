import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { PROJECTS } from './demo-world.mjs';
import { buildStale } from './lib/build.mjs';

const HELP = `Writes a large task file for the first demo project, to try the upload with.

  npm run demo:file -- [--tasks N] [--out FILE] [--seed N] [--first-id N]

  --tasks N      200000 by default
  --out FILE     tasks.json by default
  --seed N       other contents of the same tasks, to import changes; 1 by default
  --first-id N   other tasks; 20000001 by default`;

const options = readOptions();
if (!options || options.help) {
  console.log(HELP);
  process.exit(options ? 0 : 2);
}

await buildStale(['tests']);
const { taskFileStream } = await import('@portal/testing/task-file');
const plan = {
  tasks: options.tasks,
  seed: options.seed,
  turingProjectId: PROJECTS[0].turingId,
  // Different from the ids of the demo's tasks and batches.
  firstTaskId: options.firstId,
  firstBatchId: 9001,
  batches: 8,
  until: new Date(new Date().toISOString().slice(0, 10)),
};
await pipeline(taskFileStream(plan), createWriteStream(options.out));
const { size } = await stat(options.out);
console.log(
  `${options.out}: ${options.tasks.toLocaleString('en')} tasks, ${Math.round(size / 1e6)} MB`,
);

/** Undefined if an option is not valid. */
function readOptions() {
  /**
   * @param {string} fallback
   * @returns {{ type: 'string', default: string }}
   */
  const text = (fallback) => ({ type: 'string', default: fallback });
  try {
    const { values } = parseArgs({
      options: {
        tasks: text('200000'),
        out: text('tasks.json'),
        seed: text('1'),
        'first-id': text('20000001'),
        help: { type: 'boolean' },
      },
    });
    const { tasks, seed, 'first-id': firstId, ...rest } = values;
    const numbers = { tasks: Number(tasks), seed: Number(seed), firstId: Number(firstId) };
    const areRight = Object.values(numbers).every(
      (number) => Number.isSafeInteger(number) && number > 0,
    );
    return areRight ? { ...numbers, ...rest } : undefined;
  } catch {
    return undefined;
  }
}
