import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { ProblemException } from './problem.js';

/** A signal that is aborted when whoever asked has gone before the answer. */
export const RequestSignal = createParamDecorator(
  (_data: unknown, context: ExecutionContext): AbortSignal => {
    const { raw } = context.switchToHttp().getResponse<FastifyReply>();
    const gone = new AbortController();
    raw.once('close', () => {
      if (raw.writableFinished) return;
      gone.abort(new ProblemException('query-cancelled', 'Nobody waits for the answer any more'));
    });
    return gone.signal;
  },
);
