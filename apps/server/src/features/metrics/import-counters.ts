import { IMPORT_OUTCOMES, type ImportLoad } from '@portal/persistence/imports/import-models';
import type { ImportQueries } from '@portal/persistence/imports/import-queries';
import { Counter, Histogram, type Registry } from 'prom-client';
import { EndedImports } from './ended-imports.js';

/** Counters begin at 0 with the server; `increase` and `rate` are the same on every server. */
export class ImportCounters {
  private readonly rows;
  private readonly ended;
  private readonly durations;
  private readonly endings: EndedImports;

  constructor(
    registry: Registry,
    private readonly imports: ImportQueries,
  ) {
    const registers = [registry];
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

  /** Counts what has ended. @returns what has not */
  async read(): Promise<ImportLoad> {
    const [load, ended] = await Promise.all([this.imports.load(), this.endings.next()]);
    for (const { outcome, rows, seconds } of ended) {
      this.ended.inc({ outcome });
      this.rows.inc(rows);
      if (seconds !== null) this.durations.observe({ outcome }, seconds);
    }
    return load;
  }
}
