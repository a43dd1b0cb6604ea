import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { startBare } from './bare.mjs';
import { openSocket, subscribe } from './sockets.mjs';
import { percentile } from './statistics.mjs';

/** @typedef {import('./sockets.mjs').PortalSocket} PortalSocket */

const SOCKETS = 200;
/** Longer than the minimum interval of pushes, so that no edit waits for the previous one. */
const PAUSE_MS = 150;

/**
 * Changes the status of one task through the API and measures until 200 sockets have the state. The
 * baseline is a minimal Socket.IO server that emits the same bytes to as many sockets on an HTTP
 * request.
 * @param {import('./portal.mjs').BenchPortal} portal
 * @param {{ edits: number }} sizes
 * @returns {Promise<Record<'portal'|'portalRequest'|'bare', Record<'p50' | 'p99', number>>>} in
 *   milliseconds: `portal` from the commit, `portalRequest` and `bare` from the request sent
 */
export async function benchLive(portal, { edits }) {
  const token = await portal.token('admin');
  const sockets = await openSockets(portal.stack.baseUrl, token);
  await Promise.all(sockets.map((socket) => subscribe(socket, portal.projectIds.first)));
  const statuses = ['rework', 'completed'];
  const ours = await rounds(edits, sockets, async (round) => {
    const url = `${portal.stack.baseUrl}/api/v1/tasks/tasks-crud/1`;
    await send('PATCH', url, JSON.stringify({ status: statuses[round % 2] }), token);
    const { rows } = await portal.database.query(
      `SELECT extract(epoch FROM pg_xact_commit_timestamp(xmin))::float8 * 1000 AS at
       FROM core.task WHERE turing_task_id = 1`,
    );
    return rows[0].at;
  });
  close(sockets);

  const bare = await startBare(new URL('./bare-server.mjs', import.meta.url), ours.events);
  const bareSockets = await openSockets(bare.url);
  const theirs = await rounds(edits, bareSockets, () => send('POST', bare.url, '', ''));
  close(bareSockets);
  await bare.stop();

  return {
    portal: both(ours.fromCommit),
    portalRequest: both(ours.fromRequest),
    bare: both(theirs.fromRequest),
  };
}

/**
 * @param {string} url
 * @param {string} [token]
 */
function openSockets(url, token) {
  return Promise.all(Array.from({ length: SOCKETS }, () => openSocket(url, token)));
}

/** @param {PortalSocket[]} sockets */
function close(sockets) {
  for (const socket of sockets) socket.disconnect();
}

/** @param {number[]} samples */
function both(samples) {
  return { p50: percentile(samples, 0.5), p99: percentile(samples, 0.99) };
}

/**
 * Repeats: makes a change, waits until every socket has the state, pauses.
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
  /** @type {import('./bare-server.mjs').Event[]} */
  const events = [];
  for (let round = -10; round < count; round++) {
    const arrived = sockets.map(arrivalAt);
    // Records the messages of one change to one socket, for the minimal server to repeat.
    if (round === -1) sockets[0]?.onAny((event, state) => events.push([event, state]));
    const started = now();
    const [committed, ...arrivals] = await Promise.all([change(round + 10), ...arrived]);
    await delay(PAUSE_MS);
    if (round === -1) sockets[0]?.offAny();
    if (round < 0) continue;
    fromRequest.push(...arrivals.map((at) => at - started));
    if (typeof committed === 'number') fromCommit.push(...arrivals.map((at) => at - committed));
  }
  return { fromCommit, fromRequest, events };
}

/**
 * @param {PortalSocket} socket
 * @returns {Promise<number>} the time of the next state
 */
function arrivalAt(socket) {
  return new Promise((resolve) => socket.once('dashboard-changed', () => resolve(now())));
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/**
 * @param {string} method
 * @param {string} url
 * @param {string} body
 * @param {string} token
 * @returns {Promise<void>}
 */
function send(method, url, body, token) {
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      authorization: `Bearer ${token}`,
    };
    request(url, { method, agent, headers }, (response) => {
      response.resume();
      response.on('end', () => {
        if ((response.statusCode ?? 500) < 300) resolve();
        else reject(new Error(`${method} ${url} answered ${response.statusCode}`));
      });
    })
      .on('error', reject)
      .end(body);
  });
}

/** Milliseconds since 1970 with fractions, comparable with the database's clock. */
function now() {
  return performance.timeOrigin + performance.now();
}
