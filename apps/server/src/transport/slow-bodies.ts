import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasBody } from './accepted-bodies.js';
import { UPLOAD_PATH } from './paths.js';
import { ProblemException } from '../problems/problem.js';
import { sendProblem } from '../problems/send-problem.js';

/** Timeouts of request bodies, in milliseconds. */
export interface BodyTimeouts {
  /** Interval between two checks. */
  readonly sampleMs: number;
  /** Without a new byte; also the total time for the rest of a body after its response. */
  readonly idleMs: number;
  /** For the whole body; an upload has no total time as long as bytes arrive. */
  readonly totalMs: number;
}

export const BODY_TIMEOUTS: BodyTimeouts = { sampleMs: 1_000, idleMs: 30_000, totalMs: 5 * 60_000 };

/** Closes requests with slow bodies, which would otherwise occupy their connections forever. */
export function timeOutSlowBodies(server: FastifyInstance, timeouts: BodyTimeouts): void {
  const pending = new Map<FastifyRequest, PendingBody>();
  const timer = setInterval(() => {
    for (const [request, body] of pending) {
      if (body.isOver) pending.delete(request);
      else if (body.isLate(timeouts)) body.end();
    }
  }, timeouts.sampleMs);
  server.addHook('onClose', (_server, done) => {
    clearInterval(timer);
    done();
  });
  server.addHook('onRequest', (request, reply, done) => {
    if (hasBody(request)) pending.set(request, new PendingBody(request, reply));
    done();
  });
  server.addHook('onResponse', (request, _reply, done) => {
    const body = pending.get(request);
    if (body?.isOver) pending.delete(request);
    else body?.answered();
    done();
  });
}

class PendingBody {
  private readonly beganAt = performance.now();
  private progressAt = this.beganAt;
  private answeredAt = Infinity;
  private bytes = 0;

  constructor(
    private readonly request: FastifyRequest,
    private readonly reply: FastifyReply,
  ) {}

  /** The body is complete or the connection is closed. */
  get isOver(): boolean {
    return this.request.raw.complete || this.request.raw.destroyed;
  }

  answered(): void {
    this.answeredAt = performance.now();
  }

  isLate({ idleMs, totalMs }: BodyTimeouts): boolean {
    const now = performance.now();
    const { bytesRead } = this.request.raw.socket;
    // Received bytes that the server has not read yet count as progress.
    if (bytesRead !== this.bytes || this.request.raw.readableLength > 0) this.progressAt = now;
    this.bytes = bytesRead;
    const isFile = this.request.routeOptions.url === UPLOAD_PATH;
    return (
      now - this.progressAt >= idleMs ||
      now - this.answeredAt >= idleMs ||
      (!isFile && now - this.beganAt >= totalMs)
    );
  }

  /** Sends a response if there is none yet, and closes the connection. */
  end(): void {
    if (this.reply.sent) this.request.raw.destroy();
    else sendProblem(tooSlow(), this.request, this.reply.header('connection', 'close'));
  }
}

function tooSlow(): ProblemException {
  return new ProblemException('request-timeout', 'The request body did not arrive in time');
}
