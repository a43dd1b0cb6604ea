import { Controller, Get, Header, UseGuards } from '@nestjs/common';
import { METRICS_TYPE } from '@portal/platform/metrics';
import { Allow } from '../../http/routes/access.js';
import { ApiResponse, ApiErrors } from '../../http/routes/api-operation.js';
import { MetricsGuard } from './metrics.guard.js';
import { MetricsService } from './metrics.service.js';

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
