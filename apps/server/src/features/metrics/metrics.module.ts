import { Module } from '@nestjs/common';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { LiveModule } from '../../live/live.module.js';
import { ReadinessModule } from '../../readiness/readiness.module.js';
import { MetricsController } from './metrics.controller.js';
import { MetricsService } from './metrics.service.js';
import { RequestMetrics } from './request-metrics.js';

@Module({
  imports: [LiveModule, ReadinessModule],
  controllers: [MetricsController],
  providers: [
    MetricsService,
    RequestMetrics,
    // One registry per application, because tests run several applications in one process.
    { provide: Registry, useFactory: openRegistry },
  ],
})
export class MetricsModule {}

/** Includes Node's process metrics: memory, CPU, garbage collection, event loop lag. */
function openRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}
