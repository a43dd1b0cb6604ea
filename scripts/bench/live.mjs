import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { io } from 'socket.io-client';
import { startBare } from './bare.mjs';
import { percentile } from './statistics.mjs';

const SOCKETS = 200;
/** Longer than the minimum interval of pushes, so that no edit waits for the previous one. */
const PAUSE_MS = 150;

/**
 * Changes the status of one task through the API and measures until 200 sockets have the state. The
 * baseline is a minimal Socket.IO server that emits the same bytes to as many sockets on an HTTP
 * request.
 * @returns {Promise<Record<'portal'|'portalRequest'|'bare', { p50: number, p99: number }>>} in
 *   milliseconds: `portal` from the commit, `portalRequest` and `bare` from the request sent
 */
export async function benchLive(portal, { edits }) {
  const token = await portal.token('admin');
  const project = portal.projectIds.first;
  const sockets = await connect(portal.stack.baseUrl, { auth: { token } }, (socket) =>
    socket.emitWithAck('subscribe', { project_id: project }),
  );
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
  const bareSockets = await connect(bare.url, {}, () => ({ ok: true }));
  const theirs = await rounds(edits, bareSockets, () => send('POST', bare.url, '', ''));
  close(bareSockets);
  await bare.stop();

  const both = (samples) => ({ p50: percentile(samples, 0.5), p99: percentile(samples, 0.99) });
  return {
    portal: both(ours.fromCommit),
    portalRequest: both(ours.fromRequest),
    bare: both(theirs.fromRequest),
  };
}

async function connect(url, options, enter) {
  return await Promise.all(
    Array.from({ length: SOCKETS }, async () => {
      const socket = io(url, { transports: ['websocket'], forceNew: true, ...options });
      await new Promise((resolve, reject) => {
        socket.once('connect', resolve);
        socket.once('connect_error', reject);
      });
      const answer = await enter(socket);
      if (!answer.ok) throw new Error(`not subscribed: ${answer.detail}`);
      return socket;
    }),
  );
}

function close(sockets) {
  for (const socket of sockets) socket.disconnect();
}

/** Repeats: makes a change, waits until every socket has the state, pauses. */
async function rounds(count, sockets, change) {
  const fromCommit = [];
  const fromRequest = [];
  let events = [];
  for (let round = -10; round < count; round++) {
    const arrivals = [];
    let allArrived;
    const arrived = new Promise((resolve) => (allArrived = resolve));
    for (const [index, socket] of sockets.entries()) {
      socket.once('dashboard-changed', () => {
        arrivals.push(now());
        if (arrivals.length === sockets.length) allArrived();
      });
      // Records the messages of one change to one socket, for the minimal server to repeat.
      if (round === -1 && index === 0) {
        socket.onAny((event, state) => events.push([event, state]));
      }
    }
    const started = now();
    const [committed] = await Promise.all([change(round + 10), arrived]);
    await delay(PAUSE_MS);
    if (round === -1) sockets[0].offAny();
    if (round < 0) continue;
    fromRequest.push(...arrivals.map((at) => at - started));
    if (committed !== undefined) fromCommit.push(...arrivals.map((at) => at - committed));
  }
  return { fromCommit, fromRequest, events };
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

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
