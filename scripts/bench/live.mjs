import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { io } from 'socket.io-client';
import { comparison, percentile } from '../lib/figures.mjs';
import { connectTo } from './http.mjs';

/**
 * @typedef {import('socket.io-client').Socket<
 *   import('@portal/contracts/live').ServerToClientEvents,
 *   import('@portal/contracts/live').ClientToServerEvents>} PortalSocket
 */

const SOCKETS = 200;
/** Longer than the minimum interval of pushes, so that no edit waits for the previous one. */
const PAUSE_MS = 150;
/** Before the measurement; the last of them is recorded. */
const WARM_UP = 10;

/**
 * Changes the status of one task through the API and measures until 200 sockets have the state. The
 * baseline is a minimal Socket.IO server that emits the same bytes to as many sockets on an HTTP
 * request.
 * @param {import('./portal.mjs').BenchPortal} portal
 * @param {{ edits: number }} sizes
 */
export async function measureLive(portal, { edits }) {
  const token = await portal.token('admin');
  const sockets = await openSockets(portal.stack.baseUrl, token);
  await Promise.all(sockets.map((socket) => subscribe(socket, portal.projectIds.first)));
  const { send } = portal.connect('admin');
  const ours = await rounds(edits, sockets, async (round) => {
    const change = { status: round % 2 === 0 ? 'rework' : 'completed' };
    await send('PATCH', '/api/v1/tasks/tasks-crud/1', change);
    const { rows } = await portal.database.query(
      `SELECT extract(epoch FROM pg_xact_commit_timestamp(xmin))::float8 * 1000 AS at
       FROM core.task WHERE turing_task_id = 1`,
    );
    return rows[0].at;
  });

  const bare = await startBareServer(ours.events);
  const asking = connectTo(bare.url, async () => '');
  const theirs = await rounds(edits, await openSockets(bare.url), async () => {
    await asking.send('POST', '/', {});
  });
  await asking.close();
  await bare.stop();
  /** @type {(what: string, samples: number[], share: number, limit?: number) => string[]} */
  const row = (what, samples, share, limit) =>
    comparison(`${what}, p${100 * share}`, percentile(samples, share), {
      to: ['bare Socket.IO server', percentile(theirs.fromRequest, share)],
      limit,
    });
  const commit = 'commit of a status to the state in 200 sockets';
  return [
    row(commit, ours.fromCommit, 0.5),
    row(commit, ours.fromCommit, 0.99, 4),
    row('the same from sending the PATCH', ours.fromRequest, 0.5),
    row('the same from sending the PATCH', ours.fromRequest, 0.99),
  ];
}

/**
 * Repeats: makes a change, waits until every socket has the state, pauses. Then closes the sockets.
 * @param {number} count
 * @param {PortalSocket[]} sockets
 * @param {(round: number) => Promise<number | void>} change resolves with the time of the commit, if
 *   there is one
 */
async function rounds(count, sockets, change) {
  /** @type {number[]} */
  const fromCommit = [];
  /** @type {number[]} */
  const fromRequest = [];
  /** @type {[name: string, state: unknown][]} */
  const events = [];
  for (let round = 0; round < WARM_UP + count; round++) {
    const arrived = sockets.map(arrivalAt);
    // Records the messages of one change to one socket, for the minimal server to repeat.
    if (round === WARM_UP - 1) sockets[0]?.onAny((name, state) => events.push([name, state]));
    const started = now();
    const [committed, ...arrivals] = await Promise.all([change(round), ...arrived]);
    await delay(PAUSE_MS);
    if (round === WARM_UP - 1) sockets[0]?.offAny();
    if (round < WARM_UP) continue;
    fromRequest.push(...arrivals.map((at) => at - started));
    if (typeof committed === 'number') fromCommit.push(...arrivals.map((at) => at - committed));
  }
  for (const socket of sockets) socket.disconnect();
  return { fromCommit, fromRequest, events };
}

/** @param {PortalSocket} socket @returns {Promise<number>} the time of the next state */
function arrivalAt(socket) {
  return new Promise((resolve) => socket.once('dashboard-changed', () => resolve(now())));
}

/** @param {[name: string, state: unknown][]} workerData */
async function startBareServer(workerData) {
  const worker = new Worker(new URL('./bare-server.mjs', import.meta.url), { workerData });
  const [{ port }] = await once(worker, 'message');
  return { url: `http://127.0.0.1:${port}`, stop: () => worker.terminate() };
}

/** @param {string} url @param {string} [token] */
function openSockets(url, token) {
  return Promise.all(Array.from({ length: SOCKETS }, () => openSocket(url, token)));
}

/**
 * A socket on a connection of its own.
 * @param {string} url of the server
 * @param {string} [token] which the minimal server does not need
 * @returns {Promise<PortalSocket>}
 */
export async function openSocket(url, token) {
  const socket = io(url, { transports: ['websocket'], forceNew: true, auth: { token } });
  await new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(undefined));
    socket.once('connect_error', reject);
  });
  return socket;
}

/**
 * @param {PortalSocket} socket
 * @param {number} projectId
 * @returns {Promise<import('@portal/contracts/live').RoomState>}
 */
export async function subscribe(socket, projectId) {
  const answer = await socket.emitWithAck('subscribe', { project_id: projectId });
  if (!answer.ok) throw new Error(`not subscribed: ${answer.detail}`);
  return answer.state;
}

/** Milliseconds since 1970 with fractions, comparable with the database's clock. */
function now() {
  return performance.timeOrigin + performance.now();
}
