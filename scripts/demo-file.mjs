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

const { values } = parseArgs({
  options: {
    tasks: { type: 'string', default: '200000' },
    out: { type: 'string', default: 'tasks.json' },
    seed: { type: 'string', default: '1' },
    'first-id': { type: 'string', default: '20000001' },
    help: { type: 'boolean' },
  },
});
const plan = {
  tasks: Number(values.tasks),
  seed: Number(values.seed),
  firstTaskId: Number(values['first-id']),
};
const areRight = Object.values(plan).every((one) => Number.isSafeInteger(one) && one > 0);
if (values.help || !areRight) {
  console.log(HELP);
  process.exit(values.help ? 0 : 2);
}

await buildStale(['tests']);
const { taskFileStream } = await import('@portal/testing/task-file');
const file = taskFileStream({
  ...plan,
  turingProjectId: PROJECTS[0].turingId,
  // Different from the ids of the demo's batches.
  firstBatchId: 9001,
  batches: 8,
  until: new Date(new Date().toISOString().slice(0, 10)),
});
await pipeline(file, createWriteStream(values.out));
const { size } = await stat(values.out);
console.log(
  `${values.out}: ${plan.tasks.toLocaleString('en')} tasks, ${Math.round(size / 1e6)} MB`,
);
