import { Injectable } from '@nestjs/common';
import { readWorkers } from '@portal/persistence/figures/workers';
import { readWorkerConnections, WORKER_APPLICATIONS } from '@portal/persistence/worker-connections';
import { Registry } from 'prom-client';
import { Reads } from '../../../db/pools.js';
import { gauge, type MetricsPart } from '../metrics-part.js';
import { ConnectionGauge } from '../connection-gauge.js';

/** What the database knows of the workers, which need no port; the same on every server. */
@Injectable()
export class WorkerMetrics implements MetricsPart {
  readonly name = 'workers';
  private readonly alive;

  constructor(
    registry: Registry,
    private readonly reads: Reads,
    private readonly connections: ConnectionGauge,
  ) {
    this.alive = gauge(registry, 'workers', 'Workers that were seen in the last 30 s');
  }

  /** Without a worker nothing is imported: then the part does not work. */
  async read(): Promise<boolean> {
    const [workers, pools] = await Promise.all([
      readWorkers(this.reads),
      readWorkerConnections(this.reads),
    ]);
    this.alive.set(workers.length);
    for (const { pool, inUse, idle } of pools) {
      this.connections.set(pool, { in_use: inUse, idle });
    }
    return workers.length > 0;
  }

  forget(): void {
    this.alive.remove();
    for (const pool of Object.keys(WORKER_APPLICATIONS)) this.connections.remove(pool);
  }
}
