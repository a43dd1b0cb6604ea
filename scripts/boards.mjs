/**
 * Measures the lead board and the review desk of the demo's pod of 40 users in Chromium while tasks
 * are completed and reviewed 20 times a second: frames, long tasks, and the memory over the states of
 * an hour. Writes the section 'Boards' of docs/benchmarks.md; `--quick` is short and only prints.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { probeOf } from './bench/board-probe.mjs';
import { startTraffic } from './bench/board-traffic.mjs';
import { bench } from './lib/bench.mjs';
import { count, percentile, yesOrNo } from './lib/figures.mjs';
import { openPage, startDemoStack } from './lib/own-stack.mjs';

/**
 * @typedef {{ context: import('playwright-core').BrowserContext, baseUrl: string, databaseUrl: string }} World
 * @typedef {typeof BOARDS[number]} Board
 * @typedef {{ heap: number, nodes: number, listeners: number }} Held bytes, DOM nodes and listeners
 */

const POD = 'Juniper';
const BOARDS = [
  { name: 'Lead board', path: 'lead-dashboard', shows: 'Tasks done' },
  { name: 'Review desk', path: 'reviewer', shows: 'reviewed today' },
];
/** Before the first measurement: code and caches are loaded by then. */
const WARM_UP_MS = 8_000;
/** A frame that took longer missed its turn. */
const LATE_FRAME_MS = 25;
const LIMITS = { fps: 58, heapMegabytes: 100, growth: 0.05 };
/**
 * `npm run demo:traffic` changes a project 800 times in an hour, and each change is pushed as at most
 * three states.
 */
const STATES_OF_HOUR = 2_400;
const FRAMES = [
  ...['board', 'states/s', 'frames/s idle', 'frames/s', 'frame p99', 'late frames'],
  ...['long tasks', 'target', 'met'],
];
const MEMORY = [
  ...['board', 'states', 'heap at the start', 'in the middle', 'at the end', 'DOM nodes'],
  ...['listeners', 'target', 'met'],
];

await bench({
  section: 'Boards',
  sizes: {
    full: { idleMs: 5_000, busyMs: 20_000, states: STATES_OF_HOUR },
    quick: { idleMs: 2_000, busyMs: 5_000, states: 100 },
  },
  async measure(run, { states, ...times }) {
    const { stack } = await run.use(startDemoStack());
    const { page } = await run.use(openPage(stack.baseUrl));
    const world = { ...stack, context: page.context() };
    await page.close();
    const frames = [];
    for (const board of BOARDS) frames.push(await framesOf(world, board, times));
    const memory = await memoryOf(world, states);
    return [
      { head: FRAMES, rows: frames },
      { head: MEMORY, rows: memory },
    ];
  },
});

/**
 * The frames of one board, first without changes and then with 20 changes a second.
 * @param {World} world
 * @param {Board} board
 * @param {{ idleMs: number, busyMs: number }} times
 */
async function framesOf(world, board, { idleMs, busyMs }) {
  const { page, probe } = await open(world, board);
  const idle = await probe.frames(idleMs);
  const traffic = await startTraffic(world.databaseUrl, POD);
  await delay(WARM_UP_MS);
  const statesBefore = probe.states();
  const { frames, longTasks } = await probe.frames(busyMs);
  const states = probe.states() - statesBefore;
  await traffic.stop();
  await page.close();
  const fps = frames.length / (busyMs / 1000);
  return [
    board.name,
    (states / (busyMs / 1000)).toFixed(0),
    (idle.frames.length / (idleMs / 1000)).toFixed(1),
    fps.toFixed(1),
    `${percentile(frames, 0.99).toFixed(0)} ms`,
    `${frames.filter((ms) => ms > LATE_FRAME_MS).length} of ${frames.length}`,
    longTasks.length === 0 ? 'none' : `${longTasks.length}, longest ${Math.max(...longTasks)} ms`,
    `≥ ${LIMITS.fps} frames/s, no long task`,
    yesOrNo(fps >= LIMITS.fps && longTasks.length === 0),
  ];
}

/**
 * What the boards hold while this number of states arrives, all boards open together: at the start, in the middle
 * and at the end.
 * @param {World} world
 * @param {number} states
 */
async function memoryOf(world, states) {
  /** @type {(Awaited<ReturnType<typeof open>> & { name: string, from: number, memory: Held[] })[]} */
  const all = [];
  for (const board of BOARDS) {
    all.push({ ...(await open(world, board)), name: board.name, from: 0, memory: [] });
  }
  const traffic = await startTraffic(world.databaseUrl, POD);
  await delay(WARM_UP_MS);
  for (const one of all) one.from = one.probe.states();
  /** @param {typeof all[number]} of */
  const arrived = ({ probe, from }) => probe.states() - from;
  for (const share of [0, 0.5, 1]) {
    while (all.some((one) => arrived(one) < share * states)) await delay(100);
    for (const { probe, memory } of all) memory.push(await probe.memory());
  }
  await traffic.stop();
  for (const { page } of all) await page.close();
  return all.map((one) => [
    one.name,
    count(arrived(one)),
    ...one.memory.map(({ heap }) => `${(heap / 1e6).toFixed(1)} MB`),
    one.memory.map(({ nodes }) => count(nodes)).join(' → '),
    one.memory.map(({ listeners }) => count(listeners)).join(' → '),
    `≤ ${LIMITS.heapMegabytes} MB, +${100 * LIMITS.growth} %`,
    yesOrNo(isSteady(one.memory)),
  ]);
}

/**
 * The second half must not add anything: caches are filled by then.
 * @param {Held[]} memory
 */
function isSteady([, middle, end]) {
  if (!middle || !end || end.heap > LIMITS.heapMegabytes * 1e6) return false;
  const held = /** @type {const} */ (['heap', 'nodes', 'listeners']);
  return held.every((what) => end[what] <= middle[what] * (1 + LIMITS.growth));
}

/** @param {World} world @param {Board} board */
async function open({ context, baseUrl }, { path, shows }) {
  const page = await context.newPage();
  await page.goto(`${baseUrl}/pods/${POD}/${path}`);
  await page.getByText(shows).first().waitFor();
  await page.getByRole('button', { name: 'Connection: Live' }).waitFor();
  await delay(2_000);
  return { page, probe: await probeOf(page) };
}
