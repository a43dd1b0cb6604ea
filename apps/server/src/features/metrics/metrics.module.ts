import { Module } from '@nestjs/common';
import { openRegistry } from '@portal/platform/metrics';
import { Registry } from 'prom-client';
import { LiveModule } from '../../live/live.module.js';
import { ReadinessModule } from '../../readiness/readiness.module.js';
import { ConnectionGauge } from './connection-gauge.js';
import { METRICS_PARTS, type MetricsPart } from './metrics-part.js';
import { MetricsController } from './metrics.controller.js';
import { MetricsService } from './metrics.service.js';
import { DatabaseMetrics } from './parts/database.metrics.js';
import { ImportMetrics } from './parts/import.metrics.js';
import { QueueMetrics } from './parts/queue.metrics.js';
import { ReplicaMetrics } from './parts/replica.metrics.js';
import { UploadMetrics } from './parts/upload.metrics.js';
import { WorkMetrics } from './parts/work.metrics.js';
import { WorkerMetrics } from './parts/worker.metrics.js';
import { RequestMetrics } from './request-metrics.js';
import { ServerMetrics } from './server.metrics.js';

const PARTS = [
  QueueMetrics,
  ImportMetrics,
  WorkerMetrics,
  WorkMetrics,
  DatabaseMetrics,
  UploadMetrics,
  ReplicaMetrics,
];

@Module({
  imports: [LiveModule, ReadinessModule],
  controllers: [MetricsController],
  providers: [
    MetricsService,
    RequestMetrics,
    ServerMetrics,
    ConnectionGauge,
    ...PARTS,
    {
      provide: METRICS_PARTS,
      inject: PARTS,
      useFactory: (...parts: MetricsPart[]): readonly MetricsPart[] => parts,
    },
    // One registry per application, because tests run several applications in one process.
    {
      provide: Registry,
      useFactory: () => openRegistry('server'),
    },
  ],
})
export class MetricsModule {}
