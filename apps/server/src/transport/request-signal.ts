import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { ProblemException } from '../problems/problem.js';

/** A signal that is aborted when whoever asked has gone before the answer. */
export const RequestSignal = createParamDecorator(
  (_data: unknown, context: ExecutionContext): AbortSignal => {
    const { raw } = context.switchToHttp().getResponse<FastifyReply>();
    const gone = new AbortController();
    const leave = (): void => {
      if (raw.writableFinished) return;
      gone.abort(new ProblemException('query-cancelled', 'Nobody waits for the answer any more'));
    };
    // They may have gone while it was looked up who they are.
    if (raw.destroyed) leave();
    else raw.once('close', leave);
    return gone.signal;
  },
);
