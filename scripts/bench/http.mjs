import { connect } from 'node:net';
import { Client } from 'undici';

const END_OF_HEAD = '\r\n\r\n';

/**
 * One keep-alive connection for GETs. It only finds the end of a response: any other client takes
 * half as long as the server and would be part of the measurement.
 * @param {string} origin such as `http://127.0.0.1:3000`
 */
export function connectTo(origin) {
  const { host, hostname, port } = new URL(origin);
  /** @type {import('node:net').Socket | undefined} */
  let socket;
  /** @type {{ resolve: (status: number) => void, reject: (reason: Error) => void } | undefined} */
  let waiting;
  const open = () => {
    const opened = connect(Number(port), hostname).setNoDelay(true);
    let received = Buffer.alloc(0);
    opened.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      const end = endOf(received);
      if (end === undefined || received.length < end) return;
      waiting?.resolve(Number(received.toString('latin1', 9, 12)));
      received = Buffer.alloc(0);
    });
    // The close event handles errors.
    opened.on('error', () => undefined);
    // The server closes idle connections; a pending request then fails.
    const close = () => {
      if (socket !== opened) return;
      socket = undefined;
      waiting?.reject(new Error(`${origin} hung up`));
    };
    opened.on('end', close).on('close', close);
    return opened;
  };
  return {
    /**
     * Milliseconds from sending a GET to the end of its response, which must be 200.
     * @param {string} path
     * @param {string} token
     */
    async get(path, token) {
      const started = performance.now();
      /** @type {number} */
      const status = await new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        socket ??= open();
        socket.write(
          `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}${END_OF_HEAD}`,
        );
      });
      const ms = performance.now() - started;
      if (status !== 200) throw new Error(`GET ${path} answered ${status}`);
      return ms;
    },
    close: () => socket?.end(),
  };
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
 * One keep-alive connection for bodies in JSON.
 * @param {string} origin
 */
export function connectToSend(origin) {
  const client = new Client(origin, { headersTimeout: 0, bodyTimeout: 0 });
  return {
    /**
     * Milliseconds from sending a request to the end of its response; `status` of the response, if it must have one.
     * @param {'POST' | 'PATCH'} method
     * @param {string} path
     * @param {object} content
     * @param {{ token?: string, signal?: AbortSignal, status?: number }} [options]
     */
    async send(method, path, content, { token = '', signal, status } = {}) {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const started = performance.now();
      const body = JSON.stringify(content);
      const answer = await client.request({ method, path, headers, body, signal });
      await answer.body.dump({ limit: Infinity });
      if (status !== undefined && answer.statusCode !== status)
        throw new Error(`${method} ${path} answered ${answer.statusCode}`);
      return performance.now() - started;
    },
    close: () => client.close(),
  };
}
