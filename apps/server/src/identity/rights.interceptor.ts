import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  StreamableFile,
} from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { from, lastValueFrom, type Observable } from 'rxjs';
import type { RequestRights } from './request-rights.js';

/** Answers a request that waited only if its caller still has the rights that it began with. */
@Injectable()
export class RightsInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    // The rooms of sockets have checks of their own.
    if (context.getType() !== 'http') return next.handle();
    const { rights } = context.switchToHttp().getRequest<FastifyRequest>();
    if (!rights) return next.handle();
    return from(answered(next, rights));
  }
}

async function answered(next: CallHandler<unknown>, rights: RequestRights): Promise<unknown> {
  let answer: unknown;
  try {
    answer = await lastValueFrom(next.handle(), { defaultValue: undefined });
    await rights.confirm(KEPT);
    return answer;
  } catch (error) {
    if (answer instanceof StreamableFile) answer.getStream().destroy();
    // The words of a refusal may tell as much as an answer.
    await rights.confirm(KEPT);
    throw error;
  }
}

const KEPT = 'Its answer is not shown; what it had done before stays';
