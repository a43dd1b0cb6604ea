import { isDeepStrictEqual } from 'node:util';
import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { firstValueFrom, type Observable, of } from 'rxjs';
import type { CallerSession } from './caller-session.js';

/**
 * Where the guard let a request through for a caller as last seen: has the answer made while they
 * are looked up, and sends it only if they are still the same. Otherwise it is made again, for whom
 * they are now.
 */
@Injectable()
export class ReadAhead implements NestInterceptor {
  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    if (context.getType() !== 'http') return next.handle();
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { caller: guessed, confirmedCaller } = request;
    if (guessed === null || confirmedCaller === null) return next.handle();

    const [ahead, confirmed] = await Promise.allSettled([
      firstValueFrom(next.handle()),
      confirmedCaller,
    ]);
    if (confirmed.status === 'rejected') throw confirmed.reason;
    request.caller = confirmed.value;
    if (!isSameCaller(guessed, confirmed.value)) return next.handle();
    if (ahead.status === 'rejected') throw ahead.reason;
    return of(ahead.value);
  }
}

function isSameCaller(one: CallerSession, other: CallerSession): boolean {
  return isDeepStrictEqual(identityOf(one), identityOf(other));
}

function identityOf({ userId, email, name, via, grants }: CallerSession) {
  return { userId, email, name, via, grants };
}
