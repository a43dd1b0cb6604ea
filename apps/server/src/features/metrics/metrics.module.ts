import { Module } from '@nestjs/common';
import { ImportQueries } from '@portal/persistence/imports/import-queries';
import { openRegistry } from '@portal/platform/metrics';
import { Registry } from 'prom-client';
import { Reads } from '../../db/pools.js';
import { LiveModule } from '../../live/live.module.js';
import { Figures } from '../../readiness/figures.js';
import { ReadinessModule } from '../../readiness/readiness.module.js';
import { METRICS_PARTS } from './metrics-part.js';
import { MetricsController } from './metrics.controller.js';
import { MetricsService } from './metrics.service.js';
import { metricsParts } from './parts.js';
import { RequestMetrics } from './request-metrics.js';
import { ServerMetrics } from './server.metrics.js';

@Module({
  imports: [LiveModule, ReadinessModule],
  controllers: [MetricsController],
  providers: [
    MetricsService,
    RequestMetrics,
    ServerMetrics,
    {
      provide: METRICS_PARTS,
      inject: [Registry, Figures, Reads, ImportQueries, ServerMetrics],
      useFactory: (
        registry: Registry,
        figures: Figures,
        reads: Reads,
        imports: ImportQueries,
        { connections }: ServerMetrics,
      ) => metricsParts({ registry, figures, reads, imports, connections }),
    },
    // One registry per application, because tests run several applications in one process.
    {
      provide: Registry,
      useFactory: () => openRegistry('server'),
    },
  ],
})
export class MetricsModule {}
