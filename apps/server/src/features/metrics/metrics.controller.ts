import {
  Controller,
  Get,
  Header,
  UseGuards,
  type CanActivate,
  type ExecutionContext,
  Inject,
  Injectable,
} from '@nestjs/common';
import { METRICS_TYPE, mayReadMetrics } from '@portal/platform/metrics';
import { Allow } from '../../http/routes/access.js';
import { ApiResponse, ApiErrors } from '../../http/routes/api-operation.js';
import { MetricsService } from './metrics.service.js';
import type { Config } from '@portal/platform/config';
import { CONFIG } from '@portal/platform/tokens';
import type { FastifyRequest } from 'fastify';
import { ProblemException } from '../../problems/problem.js';

/** Requires the configured token; without one, only this machine has access. */
@Injectable()
class MetricsGuard implements CanActivate {
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

@Controller('metrics')
@UseGuards(MetricsGuard)
export class MetricsController {
  constructor(private readonly metrics: MetricsService) {}

  @Get()
  @Header('content-type', METRICS_TYPE)
  @Allow.anyone()
  @ApiResponse(
    'Metrics in the Prometheus text format, for this machine or with the metrics token',
    'text/plain',
  )
  @ApiErrors('not-found', 'unauthenticated')
  read(): Promise<string> {
    return this.metrics.read();
  }
}
