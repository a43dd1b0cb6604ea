import { setTimeout as delay } from 'node:timers/promises';
import { boardProbe } from './board-page.mjs';
import { startTraffic } from './board-traffic.mjs';
import { percentile } from './statistics.mjs';

const POD = 'Juniper';
export const BOARDS = [
  { name: 'Lead board', path: 'lead-dashboard', shows: 'Tasks done' },
  { name: 'Review desk', path: 'reviewer', shows: 'reviewed today' },
];
const TRAFFIC = { pod: POD, perSecond: 20 };
/** Before the first measurement: code and caches are loaded by then. */
const WARM_UP_MS = 8_000;
/** A frame that took longer missed its turn. */
export const LATE_FRAME_MS = 25;

/**
 * @typedef {{ openPage: () => Promise<import('playwright-core').Page>, baseUrl: string,
 *   database: import('pg').Client }} World
 * @typedef {typeof BOARDS[number]} Board
 * @typedef {Awaited<ReturnType<typeof benchFrames>>} Frames
 * @typedef {{ heap: number, nodes: number, listeners: number }} Held bytes, DOM nodes and listeners
 * @typedef {{ board: Board, page: import('playwright-core').Page, probe: Awaited<ReturnType<typeof open>>,
 *   from: number, memory: Held[] }} Open
 * @typedef {{ name: string, states: number, memory: Held[] }} Memory `memory` at the start, in the
 *   middle and at the end
 */

/**
 * The frames of one board, first without changes and then with 20 changes a second.
 * @param {World} world
 * @param {Board} board
 * @param {{ idleMs: number, busyMs: number }} times
 */
export async function benchFrames({ openPage, baseUrl, database }, board, { idleMs, busyMs }) {
  const page = await openPage();
  const probe = await open(page, baseUrl, board);
  const idle = await probe.frames(idleMs);
  const traffic = startTraffic(database, TRAFFIC);
  await delay(WARM_UP_MS);
  const statesBefore = probe.states();
  const busy = await probe.frames(busyMs);
  const states = probe.states() - statesBefore;
  await traffic.stop();
  await page.close();
  return {
    name: board.name,
    statesPerSecond: states / (busyMs / 1000),
    idleFps: idle.frames.length / (idleMs / 1000),
    fps: busy.frames.length / (busyMs / 1000),
    p99: percentile(busy.frames, 0.99),
    late: busy.frames.filter((ms) => ms > LATE_FRAME_MS).length,
    frames: busy.frames.length,
    longTasks: busy.longTasks,
  };
}

/**
 * What the boards hold while this number of states arrives, all boards open together.
 * @param {World} world
 * @param {Board[]} boards
 * @param {{ states: number }} sizes
 * @returns {Promise<{ seconds: number, memory: Memory[] }>}
 */
export async function benchMemory({ openPage, baseUrl, database }, boards, { states }) {
  /** @type {Open[]} */
  const pages = [];
  for (const board of boards) {
    const page = await openPage();
    const probe = await open(page, baseUrl, board);
    pages.push({ board, page, probe, from: 0, memory: [] });
  }
  const traffic = startTraffic(database, TRAFFIC);
  await delay(WARM_UP_MS);
  const started = performance.now();
  for (const one of pages) one.from = one.probe.states();
  /** @param {Open} of */
  const arrived = ({ probe, from }) => probe.states() - from;
  for (const share of [0, 0.5, 1]) {
    while (pages.some((one) => arrived(one) < share * states)) await delay(100);
    for (const { probe, memory } of pages) memory.push(await probe.memory());
  }
  const seconds = (performance.now() - started) / 1000;
  await traffic.stop();
  for (const { page } of pages) await page.close();
  return {
    seconds,
    memory: pages.map((one) => ({
      name: one.board.name,
      states: arrived(one),
      memory: one.memory,
    })),
  };
}

/**
 * @param {import('playwright-core').Page} page
 * @param {string} baseUrl URL of the portal
 * @param {Board} board
 */
async function open(page, baseUrl, { path, shows }) {
  await page.goto(`${baseUrl}/pods/${POD}/${path}`);
  await page.getByText(shows).first().waitFor();
  await page.getByRole('button', { name: 'Connection: Live' }).waitFor();
  await delay(2_000);
  return await boardProbe(page);
}
