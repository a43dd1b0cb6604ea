/**
 * Measures the lead board and the review desk of the demo's pod of 40 users in Chromium while tasks
 * are completed and reviewed 20 times a second: frames, long tasks, and the memory over the states of
 * an hour, or of more with `--hours 3`. Writes the section 'Boards' of docs/benchmarks.md; `--print`
 * only prints, `--quick` is short and only prints. `lead-dashboard` or `reviewer` selects one board
 * and only prints.
 */
import { parseArgs } from 'node:util';
import pg from 'pg';
import { BOARDS, LATE_FRAME_MS, benchFrames, benchMemory } from './bench/boards.mjs';
import { loadDemo } from './demo-load.mjs';
import { DEMO_ACCOUNTS } from './demo-world.mjs';
import {
  count,
  loadOfMachine,
  markdownTable,
  writeSection,
  yesOrNo,
} from './lib/benchmark-section.mjs';
import { buildStale } from './lib/build.mjs';
import { startOwnStack } from './lib/own-stack.mjs';
import { signInOn } from './lib/sign-in-page.mjs';

/** @typedef {import('./bench/boards.mjs').Frames} Frames */
/** @typedef {import('./bench/boards.mjs').Memory} Memory */

const FIGURES = /** @type {const} */ (['heap', 'nodes', 'listeners']);
const LIMITS = { fps: 58, longTaskMs: 50, heapMegabytes: 100, growth: 0.05 };
/**
 * `npm run demo:traffic` changes a project 800 times in an hour, and each change is pushed as at most
 * three states.
 */
const STATES_OF_HOUR = 2_400;

const { values, positionals: selected } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    print: { type: 'boolean', default: false },
    hours: { type: 'string', default: '1' },
  },
});
const hours = Number(values.hours);
const sizes = values.quick
  ? { idleMs: 2_000, busyMs: 5_000, states: 100 }
  : { idleMs: 5_000, busyMs: 20_000, states: STATES_OF_HOUR * hours };
const boards = BOARDS.filter(({ path }) => selected.length === 0 || selected.includes(path));
const printsOnly = values.quick || values.print || selected.length > 0;

await buildStale(['portal', 'web', 'tests']);
const { stack, stop } = await startOwnStack({ env: { LOG_LEVEL: 'warn' } });
// Imported after the build, which creates this module.
const { launchChromium } = await import('@portal/testing/chromium');
const browser = await launchChromium();
const database = new pg.Client({ connectionString: stack.databaseUrl });
try {
  await database.connect();
  await loadDemo({ ...stack, log: console.log });
  const context = await browser.newContext({ viewport: { width: 1440, height: 1000 } });
  const first = await context.newPage();
  await signInOn(first, stack.baseUrl, DEMO_ACCOUNTS.admin);
  await first.close();
  const world = { openPage: () => context.newPage(), baseUrl: stack.baseUrl, database };

  /** @type {Frames[]} */
  const frames = [];
  for (const board of boards) frames.push(await benchFrames(world, board, sizes));
  console.log(`\n${frameTable(frames)}\n`);
  const { seconds, memory } = await benchMemory(world, boards, sizes);
  console.log(`${memoryTable(memory)}\n`);
  if (!printsOnly) await writeReport(frames, memory, seconds);
} finally {
  await browser.close();
  await database.end();
  await stop();
}

/** @param {Frames[]} rows */
function frameTable(rows) {
  return markdownTable(
    [
      ...['board', 'states/s', 'frames/s idle', 'frames/s', 'frame p99', 'late frames'],
      ...['long tasks', 'target', 'met'],
    ],
    rows.map((row) => [
      row.name,
      row.statesPerSecond.toFixed(0),
      row.idleFps.toFixed(1),
      row.fps.toFixed(1),
      `${row.p99.toFixed(0)} ms`,
      `${row.late} of ${row.frames}`,
      row.longTasks.length === 0
        ? 'none'
        : `${row.longTasks.length}, longest ${Math.max(...row.longTasks)} ms`,
      `≥ ${LIMITS.fps} frames/s, no long task`,
      yesOrNo(row.fps >= LIMITS.fps && row.longTasks.length === 0),
    ]),
  );
}

/** @param {Memory[]} rows */
function memoryTable(rows) {
  return markdownTable(
    [
      ...['board', 'states', 'heap at the start', 'in the middle', 'at the end', 'DOM nodes'],
      ...['listeners', 'target', 'met'],
    ],
    rows.map(({ name, states, memory }) => [
      name,
      count(states),
      ...memory.map(({ heap }) => `${(heap / 1e6).toFixed(1)} MB`),
      memory.map(({ nodes }) => count(nodes)).join(' → '),
      memory.map(({ listeners }) => count(listeners)).join(' → '),
      `≤ ${LIMITS.heapMegabytes} MB, +${100 * LIMITS.growth} %`,
      yesOrNo(isSteady(memory)),
    ]),
  );
}

/**
 * The second half must not add anything: caches are filled by then.
 * @param {Memory['memory']} memory
 */
function isSteady([, middle, end]) {
  if (!middle || !end) return false;
  const isSmall = end.heap <= LIMITS.heapMegabytes * 1e6;
  return isSmall && FIGURES.every((key) => end[key] <= middle[key] * (1 + LIMITS.growth));
}

/**
 * @param {Frames[]} frames
 * @param {Memory[]} memory
 * @param {number} seconds that the memory took
 */
async function writeReport(frames, memory, seconds) {
  const minutes = (seconds / 60).toFixed(1);
  await writeSection(
    'Boards',
    `
\`node scripts/boards.mjs\`: the built portal with the demo, the pod of 40 users, in headless Chromium without a GPU, on the cores that also run the server, the worker and the database. 20 times a second a task is completed or reviewed; the boards receive the states below for ${sizes.busyMs / 1000} s. Idle are the frames of the same board before the changes. A frame is late after ${LATE_FRAME_MS} ms, a task is long from ${LIMITS.longTaskMs} ms on. ${loadOfMachine()}; a load far above 2 comes from other programs, and takes frames.

${frameTable(frames)}

Memory: both boards are open and receive the states of ${hours === 1 ? 'an hour' : `${hours} hours`} of \`npm run demo:traffic\` (800 changes of a project per hour, three states each) in ${minutes} minutes. The heap is that after garbage collection. From the middle to the end, heap, nodes and listeners may grow by ${100 * LIMITS.growth} %.

${memoryTable(memory)}`,
  );
}
