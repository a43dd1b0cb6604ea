import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import type { Config } from '@portal/platform/config';
import { mayReadMetrics } from '@portal/platform/metrics';
import type { FastifyRequest } from 'fastify';
import { ProblemException } from '../../problems/problem.js';
import { CONFIG } from '../../platform/tokens.js';

/** Requires the configured token; without one, only this machine has access. */
@Injectable()
export class MetricsGuard implements CanActivate {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  canActivate(context: ExecutionContext): boolean {
    const { raw } = context.switchToHttp().getRequest<FastifyRequest>();
    switch (mayReadMetrics(raw, this.config.metricsToken)) {
      case 'yes':
        return true;
      case 'token is missing':
        throw new ProblemException('unauthenticated', 'The metrics token is required');
      case 'no':
        throw new ProblemException('not-found', 'There is nothing at this URL');
    }
  }
}
