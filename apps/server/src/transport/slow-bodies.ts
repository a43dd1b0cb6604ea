import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasBody } from './accepted-bodies.js';
import { UPLOAD_PATH } from './addresses.js';
import { ProblemException } from '../problems/problem.js';
import { sendProblem } from '../problems/send-problem.js';

/** How long a body is waited for, in milliseconds. */
export interface BodyPatience {
  /** Between two looks at what has come. */
  readonly sampleMs: number;
  /** Without a byte; and, for what follows an answer that did not wait for the body, in all. */
  readonly idleMs: number;
  /** For the whole of a body; a file may take longer, as long as it comes. */
  readonly totalMs: number;
}

export const PATIENCE: BodyPatience = { sampleMs: 1_000, idleMs: 30_000, totalMs: 5 * 60_000 };

/** Ends requests whose bodies do not come, which would keep their connections for ever. */
export function endSlowBodies(server: FastifyInstance, patience: BodyPatience): void {
  const awaited = new Map<FastifyRequest, AwaitedBody>();
  const timer = setInterval(() => {
    for (const [request, body] of awaited) {
      if (body.isOver) awaited.delete(request);
      else if (body.isLate(patience)) body.end();
    }
  }, patience.sampleMs);
  server.addHook('onClose', (_server, done) => {
    clearInterval(timer);
    done();
  });
  server.addHook('onRequest', (request, reply, done) => {
    if (hasBody(request)) awaited.set(request, new AwaitedBody(request, reply));
    done();
  });
  server.addHook('onResponse', (request, _reply, done) => {
    const body = awaited.get(request);
    if (body?.isOver) awaited.delete(request);
    else body?.answered();
    done();
  });
}

class AwaitedBody {
  private readonly beganAt = performance.now();
  private movedAt = this.beganAt;
  private answeredAt = Infinity;
  private bytes = 0;

  constructor(
    private readonly request: FastifyRequest,
    private readonly reply: FastifyReply,
  ) {}

  /** Everything is here, or nothing more will be. */
  get isOver(): boolean {
    return this.request.raw.complete || this.request.raw.destroyed;
  }

  answered(): void {
    this.answeredAt = performance.now();
  }

  isLate({ idleMs, totalMs }: BodyPatience): boolean {
    const now = performance.now();
    const { bytesRead } = this.request.raw.socket;
    // What has come and was not taken yet is waited for by the client.
    if (bytesRead !== this.bytes || this.request.raw.readableLength > 0) this.movedAt = now;
    this.bytes = bytesRead;
    const isFile = this.request.routeOptions.url === UPLOAD_PATH;
    return (
      now - this.movedAt >= idleMs ||
      now - this.answeredAt >= idleMs ||
      (!isFile && now - this.beganAt >= totalMs)
    );
  }

  /** By an answer where there is none yet; with it, or without, goes the connection. */
  end(): void {
    if (this.reply.sent) this.request.raw.destroy();
    else sendProblem(tooSlow(), this.request, this.reply.header('connection', 'close'));
  }
}

function tooSlow(): ProblemException {
  return new ProblemException('request-timeout', 'The body of the request did not come in time');
}
