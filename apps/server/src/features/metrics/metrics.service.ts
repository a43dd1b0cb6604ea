import { Inject, Injectable } from '@nestjs/common';
import { PARTS } from '@portal/contracts/system';
import { type Gauge, Registry } from 'prom-client';
import { PartReader } from '../../readiness/part-reader.js';
import { Readiness } from '../../readiness/readiness.js';
import { type AnyPart, gauge, METRICS_PARTS } from './metrics-part.js';
import { ServerMetrics } from './server.metrics.js';

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
    @Inject(METRICS_PARTS) private readonly parts: readonly AnyPart[],
    private readonly reader: PartReader,
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

  private async readPart(part: AnyPart): Promise<void> {
    const works = await this.reader.read(part.name, () => part.read());
    this.up.set({ part: part.name }, works ? 1 : 0);
    if (works === undefined) part.forget();
  }

  private async readReadiness(): Promise<void> {
    const condition = await this.readiness.check();
    for (const part of PARTS) this.ready.set({ part }, condition[part] === null ? 1 : 0);
  }
}
