import { Inject, Injectable } from '@nestjs/common';
import { QUEUES } from '@portal/contracts/jobs';
import type { QueueHandle } from '@portal/platform/queue';
import { Registry } from 'prom-client';
import { TASK_IMPORT_QUEUE } from '../../../platform/tokens.js';
import { gauge, type MetricsPart } from '../metrics-part.js';

const queue = QUEUES.taskImport;

@Injectable()
export class QueueMetrics implements MetricsPart {
  readonly name = 'queue';
  private readonly jobs;
  private readonly oldest;

  constructor(
    registry: Registry,
    @Inject(TASK_IMPORT_QUEUE) private readonly handle: QueueHandle,
  ) {
    this.jobs = gauge(registry, 'queue_jobs', 'Jobs by state', ['queue', 'state']);
    this.oldest = gauge(
      registry,
      'queue_oldest_waiting_seconds',
      'Age of the oldest waiting job; 0 if none waits',
      ['queue'],
    );
  }

  async read(): Promise<boolean> {
    const { oldestWaitingMs, ...jobs } = await this.handle.load();
    for (const [state, count] of Object.entries(jobs)) this.jobs.set({ queue, state }, count);
    this.oldest.set({ queue }, oldestWaitingMs / 1000);
    return true;
  }

  forget(): void {
    this.jobs.reset();
    this.oldest.reset();
  }
}
