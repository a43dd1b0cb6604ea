import { Injectable } from '@nestjs/common';
import { readDatabaseSize, readTableSizes } from '@portal/persistence/figures/sizes';
import { Registry } from 'prom-client';
import { Reads } from '../../../db/pools.js';
import { gauge, type MetricsPart } from '../metrics-part.js';

/** What the database takes on its disk; the same on every server. Reads sizes of files only. */
@Injectable()
export class DatabaseMetrics implements MetricsPart {
  readonly name = 'database';
  private readonly database;
  private readonly tables;

  constructor(
    registry: Registry,
    private readonly reads: Reads,
  ) {
    this.database = gauge(registry, 'database_bytes', 'Size of the database on disk');
    this.tables = gauge(registry, 'table_bytes', 'Size of a table on disk, with its indexes', [
      'table',
    ]);
    this.forget();
  }

  async read(): Promise<boolean> {
    const [bytes, tables] = await Promise.all([
      readDatabaseSize(this.reads),
      readTableSizes(this.reads),
    ]);
    this.database.set(bytes);
    for (const { table, bytes: size } of tables) this.tables.set({ table }, size);
    return true;
  }

  forget(): void {
    this.database.remove();
    this.tables.reset();
  }
}
