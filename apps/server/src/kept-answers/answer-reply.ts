import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Answer } from './answer-cache.js';

/** Sends an answer as it is kept, already serialised; 304 to a client that holds it. */
export class AnswerReply {
  constructor(
    private readonly request: FastifyRequest,
    private readonly reply: FastifyReply,
  ) {}

  /** For the handler to return: the body, or nothing. */
  of({ body, etag }: Answer): string | undefined {
    void this.reply.header('etag', etag);
    if (isHeld(this.request.headers['if-none-match'], etag)) {
      void this.reply.code(304);
      return undefined;
    }
    void this.reply.type('application/json; charset=utf-8');
    return body;
  }
}

/** The reply of a route with kept answers. */
export const KeptReply = createParamDecorator((_data: unknown, context: ExecutionContext) => {
  const http = context.switchToHttp();
  return new AnswerReply(http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
});

/** RFC 9110, weak comparison. */
function isHeld(ifNoneMatch: string | undefined, etag: string): boolean {
  const held = ifNoneMatch?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  return held.includes('*') || held.includes(etag.replace(/^W\//, ''));
}
