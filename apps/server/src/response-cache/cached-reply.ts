import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { unlessHeld } from '../http/output/etags.js';
import { sendStamp } from '../http/output/stamp-headers.js';
import type { CachedResponse } from './response-cache.js';

/** Sends a cached response as it is; 304 to a client that has it. */
export class CachedReply {
  constructor(
    private readonly request: FastifyRequest,
    private readonly reply: FastifyReply,
  ) {}

  /** For the handler to return: the body, or nothing. The stamp is in headers. */
  of(response: CachedResponse): string | undefined {
    sendStamp(this.reply, response);
    const content = unlessHeld(this.request, this.reply, response.etag, response.body);
    if (content !== undefined) void this.reply.type('application/json; charset=utf-8');
    return content;
  }
}

/** The reply of a route whose responses are cached. */
export const ReplyFromCache = createParamDecorator((_data: unknown, context: ExecutionContext) => {
  const http = context.switchToHttp();
  return new CachedReply(http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
});
