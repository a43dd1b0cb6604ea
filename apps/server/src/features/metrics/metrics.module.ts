import { Module } from '@nestjs/common';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { LiveModule } from '../../live/live.module.js';
import { MetricsController } from './metrics.controller.js';
import { MetricsService } from './metrics.service.js';
import { RequestMetrics } from './request-metrics.js';

@Module({
  imports: [LiveModule],
  controllers: [MetricsController],
  providers: [
    MetricsService,
    RequestMetrics,
    // One per application; tests run several in one process.
    { provide: Registry, useFactory: openRegistry },
  ],
})
export class MetricsModule {}

/** With what Node tells of the process: memory, processor time, garbage, lag of the event loop. */
function openRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}
