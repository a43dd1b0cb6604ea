import { connect } from 'node:net';
import { Client } from 'undici';

const END_OF_HEAD = '\r\n\r\n';

/** @typedef {ReturnType<typeof connectTo>} Connection */

/**
 * One keep-alive connection for GETs. It only finds the end of a response: any other client takes
 * half as long as the server and would be part of the measurement.
 * @param {string} origin such as `http://127.0.0.1:3000`
 */
export function connectTo(origin) {
  const { host } = new URL(origin);
  /** @type {import('node:net').Socket | undefined} */
  let socket;
  /** @type {{ resolve: (status: number) => void, reject: (reason: Error) => void } | undefined} */
  let waiting;
  const open = () => {
    const opened = openSocket(origin, {
      answer: (status) => waiting?.resolve(status),
      // The server closes idle connections; a pending request then fails.
      close: () => {
        if (socket !== opened) return;
        socket = undefined;
        waiting?.reject(new Error(`${origin} hung up`));
      },
    });
    return opened;
  };
  return {
    /**
     * @param {string} path
     * @param {string} token
     * @returns {Promise<number>} the status, once the response is complete
     */
    get: (path, token) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        socket ??= open();
        socket.write(
          `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}${END_OF_HEAD}`,
        );
      }),
    close: () => socket?.end(),
  };
}

/**
 * @param {string} origin
 * @param {{ answer: (status: number) => void, close: () => void }} on `answer` for each complete
 *   response
 */
function openSocket(origin, { answer, close }) {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname).setNoDelay(true);
  /** @type {Buffer[]} */
  let received = [];
  socket.on('data', (chunk) => {
    received.push(chunk);
    const bytes = received.length === 1 ? chunk : Buffer.concat(received);
    const end = endOf(bytes);
    if (end === undefined || bytes.length < end) return;
    received = [];
    answer(Number(bytes.toString('latin1', 9, 12)));
  });
  // The close event handles errors.
  socket.on('error', () => undefined);
  socket.on('end', close);
  socket.on('close', close);
  return socket;
}

/**
 * Offset of the end of a response; undefined while unknown.
 * @param {Buffer} answer
 */
function endOf(answer) {
  const endOfHead = answer.indexOf(END_OF_HEAD);
  if (endOfHead < 0) return undefined;
  const length = /\r\ncontent-length: *(\d+)/i.exec(answer.toString('latin1', 0, endOfHead));
  if (!length) throw new Error('The response has no Content-Length');
  return endOfHead + END_OF_HEAD.length + Number(length[1]);
}

/**
 * Milliseconds from sending a GET to the end of its response, which must be 200.
 * @param {Connection} connection
 * @param {string} path
 * @param {string} token
 */
export async function timedGet(connection, path, token) {
  const started = performance.now();
  const status = await connection.get(path, token);
  const ms = performance.now() - started;
  if (status !== 200) throw new Error(`GET ${path} answered ${status}`);
  return ms;
}

/**
 * One keep-alive connection for POSTs.
 * @param {string} origin
 */
export function connectToPost(origin) {
  return new Client(origin, { headersTimeout: 0, bodyTimeout: 0 });
}

/**
 * Milliseconds from sending a POST with a JSON body to the end of its response, with any status.
 * @param {Client} connection
 * @param {string} path
 * @param {string} token
 * @param {object} content
 * @param {AbortSignal} [signal]
 */
export async function timedPost(connection, path, token, content, signal) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const body = JSON.stringify(content);
  const started = performance.now();
  const answer = await connection.request({ method: 'POST', path, headers, body, signal });
  await answer.body.dump({ limit: Infinity });
  return performance.now() - started;
}
