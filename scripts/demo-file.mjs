import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { PROJECTS } from './demo-world.mjs';
import { buildStale } from './lib/build.mjs';

const HELP = `Writes a large task file for the first demo project, to try the upload with.

  npm run demo:file -- [--tasks N] [--out FILE]

  --tasks N    200000 unless given
  --out FILE   tasks.json unless given`;

const { values } = parseArgs({
  options: {
    tasks: { type: 'string', default: '200000' },
    out: { type: 'string', default: 'tasks.json' },
    help: { type: 'boolean' },
  },
});
const tasks = Number(values.tasks);
if (values.help || !Number.isInteger(tasks) || tasks < 1) {
  console.log(HELP);
  process.exit(values.help ? 0 : 2);
}

await buildStale(['tests']);
const { taskFileStream } = await import('@portal/testing/task-file');
const plan = {
  tasks,
  turingProjectId: PROJECTS[0].turingId,
  // Clear of the ids of the demo's own tasks and batches.
  firstTaskId: 20_000_001,
  firstBatchId: 9001,
  batches: 8,
  until: new Date(new Date().toISOString().slice(0, 10)),
};
await pipeline(taskFileStream(plan), createWriteStream(values.out));
const { size } = await stat(values.out);
console.log(`${values.out}: ${tasks.toLocaleString('en')} tasks, ${Math.round(size / 1e6)} MB`);
