import { Inject, Injectable } from '@nestjs/common';
import { OutageLog } from '@portal/platform/outage-log';
import { withTimeout } from '@portal/platform/with-timeout';
import { type Gauge, Registry } from 'prom-client';
import { PARTS, Readiness } from '../../readiness/readiness.js';
import { gauge, METRICS_PARTS, type MetricsPart } from './metrics-part.js';
import { ServerMetrics } from './server.metrics.js';

const TIMEOUT_MS = 2_000;

/**
 * Metrics that are read per scrape. A part that cannot be read has no values and `portal_part_up`
 * 0; the other parts keep theirs.
 */
@Injectable()
export class MetricsService {
  private readonly up: Gauge<'part'>;
  private readonly ready: Gauge<'part'>;

  constructor(
    private readonly registry: Registry,
    private readonly server: ServerMetrics,
    private readonly readiness: Readiness,
    @Inject(METRICS_PARTS) private readonly parts: readonly MetricsPart[],
    private readonly outages: OutageLog,
  ) {
    this.up = gauge(
      registry,
      'part_up',
      'Whether the metrics of a part could be read, and of the workers at least one is alive',
      ['part'],
    );
    this.ready = gauge(registry, 'part_ready', 'Whether a part is in order, as in /health/ready', [
      'part',
    ]);
  }

  /** In the Prometheus text format. */
  async read(): Promise<string> {
    // First: reading the parts takes connections.
    this.server.read();
    await Promise.all([this.readReadiness(), ...this.parts.map((part) => this.readPart(part))]);
    return this.registry.metrics();
  }

  private async readPart(part: MetricsPart): Promise<void> {
    try {
      const works = await withTimeout(part.read(), TIMEOUT_MS);
      this.up.set({ part: part.name }, works ? 1 : 0);
      this.outages.works(reading(part));
    } catch (error) {
      this.up.set({ part: part.name }, 0);
      part.forget();
      this.outages.failed(reading(part), error);
    }
  }

  private async readReadiness(): Promise<void> {
    const condition = await this.readiness.check();
    for (const part of PARTS) this.ready.set({ part }, condition[part] === null ? 1 : 0);
  }
}

function reading({ name }: MetricsPart): string {
  return `reading the metrics of ${name}`;
}
