import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { PROBLEMS } from '@portal/contracts/problem';
import type { Logger } from 'pino';
import { ProblemException } from '../../problems/problem.js';
import { renderProblem } from '../problems/send-problem.js';
import { REQUEST_ID } from '../request-log.js';
import { MAX_HEAD_BYTES, USE_POD_NAME } from './long-urls.js';

const HEAD_TOO_LARGE = `The URL and the headers are longer than ${MAX_HEAD_BYTES / 1024} KiB together; ${USE_POD_NAME}`;

/** How long a refused connection may send the rest of its request. */
const LINGER_MS = 2_000;

/**
 * Responds to invalid HTTP, which reaches no route and no hook, and closes the connection. Closing it
 * before the client has sent everything could discard the response, so the rest is read for a moment.
 */
export function refuseConnection(
  error: NodeJS.ErrnoException,
  socket: Socket,
  headers: Readonly<Record<string, string>>,
  logger: Logger,
): void {
  // Data after the refusal is an error again.
  if (refused.has(socket)) return;
  refused.add(socket);
  if (!socket.writable) {
    socket.destroy(error);
    return;
  }
  const requestId = randomUUID();
  const problem = problemOfConnection(error);
  const { status } = PROBLEMS[problem.code];
  const body = JSON.stringify(renderProblem(problem, requestId));
  const all = {
    ...headers,
    [REQUEST_ID]: requestId,
    'cache-control': 'no-store',
    'content-type': 'application/problem+json',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${body}`);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
  logger.info(
    { requestId, route: '(none)', status, problem: problem.code, ip: socket.remoteAddress },
    'request',
  );
}

const refused = new WeakSet<Socket>();

function problemOfConnection({ code }: NodeJS.ErrnoException): ProblemException {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new ProblemException('headers-too-large', HEAD_TOO_LARGE);
  }
  return code === 'ERR_HTTP_REQUEST_TIMEOUT'
    ? new ProblemException('request-timeout', 'The request did not arrive in time')
    : new ProblemException('invalid-input', 'The request is not valid HTTP');
}
