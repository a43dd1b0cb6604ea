import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CachedResponse } from './response-cache.js';

/** Sends a cached response as it is; 304 to a client that has it. */
export class CachedReply {
  constructor(
    private readonly request: FastifyRequest,
    private readonly reply: FastifyReply,
  ) {}

  /** For the handler to return: the body, or nothing. */
  of({ body, etag }: CachedResponse): string | undefined {
    void this.reply.header('etag', etag);
    if (isHeld(this.request.headers['if-none-match'], etag)) {
      void this.reply.code(304);
      return undefined;
    }
    void this.reply.type('application/json; charset=utf-8');
    return body;
  }
}

/** The reply of a route whose responses are cached. */
export const ReplyFromCache = createParamDecorator((_data: unknown, context: ExecutionContext) => {
  const http = context.switchToHttp();
  return new CachedReply(http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
});

/** RFC 9110, weak comparison. */
function isHeld(ifNoneMatch: string | undefined, etag: string): boolean {
  const held = ifNoneMatch?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  return held.includes('*') || held.includes(etag.replace(/^W\//, ''));
}
