import { createHash, timingSafeEqual } from 'node:crypto';
import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import type { Config } from '@portal/platform/config';
import type { FastifyRequest } from 'fastify';
import { isFromThisMachine } from '../../http/origin/loopback.js';
import { ProblemException } from '../../http/problems/problem.js';
import { CONFIG } from '../../platform.tokens.js';

/** Requires the configured token; without one, only this machine has access. See docs/adr/0109. */
@Injectable()
export class MetricsGuard implements CanActivate {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { metricsToken } = this.config;
    if (metricsToken === undefined) {
      if (isFromThisMachine(request)) return true;
      throw new ProblemException('not-found', 'There is nothing at this URL');
    }
    if (areEqual(request.headers.authorization ?? '', `Bearer ${metricsToken}`)) return true;
    throw new ProblemException('unauthenticated', 'The metrics token is required');
  }
}

/** Compares in constant time. */
function areEqual(given: string, expected: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
