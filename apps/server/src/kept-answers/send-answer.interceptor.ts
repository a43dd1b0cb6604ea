import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { map, type Observable } from 'rxjs';
import type { Answer } from './answer-cache.js';

/** Sends an answer as it is kept, already serialised; 304 to a client that holds it. */
@Injectable()
export class SendAnswer implements NestInterceptor<Answer, string | undefined> {
  intercept(context: ExecutionContext, next: CallHandler<Answer>): Observable<string | undefined> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    return next.handle().pipe(map((answer) => contentOf(answer, request, reply)));
  }
}

function contentOf(
  { body, etag }: Answer,
  request: FastifyRequest,
  reply: FastifyReply,
): string | undefined {
  void reply.header('etag', etag).header('cache-control', 'private, no-cache');
  if (isHeld(request.headers['if-none-match'], etag)) {
    void reply.code(304);
    return undefined;
  }
  void reply.type('application/json; charset=utf-8');
  return body;
}

/** RFC 9110, weak comparison. */
function isHeld(ifNoneMatch: string | undefined, etag: string): boolean {
  const held = ifNoneMatch?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  return held.includes('*') || held.includes(etag.replace(/^W\//, ''));
}
