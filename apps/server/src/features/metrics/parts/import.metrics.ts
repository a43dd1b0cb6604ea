import { Injectable } from '@nestjs/common';
import { IMPORT_OUTCOMES } from '@portal/persistence/imports/import-models';
import { ImportReads } from '@portal/persistence/imports/import-reads';
import { Counter, Histogram, Registry } from 'prom-client';
import { EndedImports } from '../ended-imports.js';
import { gauge, type MetricsPart } from '../metrics-part.js';

/** Counters begin at 0 with the server; `increase` and `rate` are the same on every server. */
@Injectable()
export class ImportMetrics implements MetricsPart {
  readonly name = 'imports';
  private readonly unfinished;
  private readonly rate;
  private readonly rows;
  private readonly ended;
  private readonly durations;
  private readonly endings: EndedImports;

  constructor(
    registry: Registry,
    private readonly imports: ImportReads,
  ) {
    const registers = [registry];
    this.unfinished = gauge(registry, 'imports', 'Unfinished imports by state', ['state']);
    this.rate = gauge(registry, 'import_rows_per_second', 'Rows per second of the running imports');
    this.rows = new Counter({
      name: 'portal_import_rows_total',
      help: 'Rows read by the imports that have ended',
      registers,
    });
    this.ended = new Counter({
      name: 'portal_imports_ended_total',
      help: 'Ended imports: completed, refused (the file is wrong), failed (the portal is), cancelled',
      labelNames: ['outcome'] as const,
      registers,
    });
    this.durations = new Histogram({
      name: 'portal_import_duration_seconds',
      help: 'Time from the start of an import to its end',
      labelNames: ['outcome'] as const,
      buckets: [0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1800, 3600],
      registers,
    });
    for (const outcome of IMPORT_OUTCOMES) {
      this.ended.inc({ outcome }, 0);
      this.durations.zero({ outcome });
    }
    this.endings = new EndedImports((moment) => imports.endedSince(moment));
  }

  async read(): Promise<boolean> {
    const [load, ended] = await Promise.all([this.imports.load(), this.endings.next()]);
    this.unfinished.set({ state: 'queued' }, load.queued);
    this.unfinished.set({ state: 'running' }, load.running);
    this.unfinished.set({ state: 'unconfirmed' }, load.unconfirmed);
    this.rate.set(load.rowsPerSecond);
    for (const { outcome, rows, seconds } of ended) {
      this.ended.inc({ outcome });
      this.rows.inc(rows);
      if (seconds !== null) this.durations.observe({ outcome }, seconds);
    }
    return true;
  }

  forget(): void {
    this.unfinished.reset();
    this.rate.remove();
  }
}
