import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { ProblemException } from '../problems/problem.js';
import { onResponseClose } from './response-close.js';

/** A signal that is aborted when the client disconnects before the response. */
export const RequestSignal = createParamDecorator(
  (_data: unknown, context: ExecutionContext): AbortSignal => {
    const { raw } = context.switchToHttp().getResponse<FastifyReply>();
    const gone = new AbortController();
    const leave = (): void => {
      if (raw.writableFinished) return;
      gone.abort(new ProblemException('query-cancelled', 'The client has closed the connection'));
    };
    // The client may have disconnected during authentication.
    if (raw.destroyed) leave();
    else onResponseClose(raw, leave);
    return gone.signal;
  },
);
