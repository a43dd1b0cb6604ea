import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { UPLOAD_PATH } from '../routes/paths.js';
import { ProblemException } from '../../problems/problem.js';
import { sendProblem } from '../problems/send-problem.js';

/** In milliseconds. */
export interface RequestTimeouts {
  readonly headersMs: number;
  /** For the whole request, except a file; Node takes the shorter one for that of the headers. */
  readonly requestMs: number;
  /** Interval between two checks of that. */
  readonly checkMs: number;
  /** For a file without a new byte, and for the rest of any body after its response. */
  readonly idleMs: number;
}

export const REQUEST_TIMEOUTS: RequestTimeouts = {
  headersMs: 60_000,
  requestMs: 2 * 60_000,
  checkMs: 5_000,
  idleMs: 30_000,
};

const uploading = new WeakSet<Socket>();

/** Whether the request that arrives is a file: it may take as long as bytes arrive. */
export function isUploading(socket: Socket): boolean {
  return uploading.has(socket);
}

/**
 * Ends files that make no progress, and bodies that go on after an early response. The `requestTimeout`
 * of the server ends the other slow requests.
 */
export function endSlowBodies(server: FastifyInstance, { idleMs }: RequestTimeouts): void {
  server.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.url === UPLOAD_PATH) endWhenIdle(request, reply, idleMs);
    done();
  });
  server.addHook('onResponse', ({ raw }, _reply, done) => {
    // Closing at once could discard the response.
    if (!raw.complete) setTimeout(() => raw.destroy(), idleMs).unref();
    done();
  });
}

function endWhenIdle(request: FastifyRequest, reply: FastifyReply, idleMs: number): void {
  const { raw } = request;
  const { socket } = raw;
  uploading.add(socket);
  raw.once('end', () => socket.setTimeout(0));
  raw.once('close', () => uploading.delete(socket));
  raw.setTimeout(idleMs, () => {
    // The server has not read what arrived: that is no pause of the client.
    if (raw.readableLength > 0) socket.setTimeout(idleMs);
    else if (reply.sent) raw.destroy();
    else sendProblem(tooSlow(), request, reply.header('connection', 'close'));
  });
}

function tooSlow(): ProblemException {
  return new ProblemException('request-timeout', 'The request body did not arrive in time');
}
