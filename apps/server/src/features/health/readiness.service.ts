import { Inject, Injectable } from '@nestjs/common';
import { sql } from '@portal/persistence/sql';
import { withTimeout } from '@portal/platform/with-timeout';
import type { QueueHandle } from '@portal/platform/queue';
import { DataSource } from 'typeorm';
import { ProblemException } from '../../problems/problem.js';
import { ReadPool } from '../../database-pools.js';
import { Drain } from '../../transport/drain.js';
import { TASK_IMPORT_QUEUE } from '../../platform.tokens.js';

const TIMEOUT_MS = 2_000;

export const PARTS = ['database', 'migrations', 'queue'] as const;
type Part = (typeof PARTS)[number];

/** Checks whether this server is ready. */
@Injectable()
export class ReadinessService {
  constructor(
    private readonly reads: ReadPool,
    private readonly dataSource: DataSource,
    private readonly drain: Drain,
    @Inject(TASK_IMPORT_QUEUE) private readonly queue: QueueHandle,
  ) {}

  /**
   * @throws {ProblemException} `unavailable`, with each failed part and the reason; or because the
   *   server is stopping
   */
  async check(): Promise<void> {
    if (this.drain.hasBegun) throw new ProblemException('unavailable', 'The server is stopping');
    const checks: Record<Part, Promise<string | null>> = {
      database: trouble(this.reads.query('SELECT 1')),
      migrations: this.checkMigrations(),
      queue: trouble(this.queue.ping()),
    };
    const errors = [];
    for (const part of PARTS) {
      const detail = await checks[part];
      if (detail !== null) errors.push({ pointer: part, detail });
    }
    if (errors.length === 0) return;
    const parts = errors.map(({ pointer }) => pointer).join(', ');
    throw new ProblemException('unavailable', `Not ready: ${parts}`, errors);
  }

  private async checkMigrations(): Promise<string | null> {
    const names = this.dataSource.migrations.map(({ name }) => name);
    try {
      const rows = await withTimeout(
        this.reads.query<{ pending: number }>(
          sql`SELECT count(*)::int4 AS pending FROM unnest($1::text[]) AS known (name)
            WHERE name NOT IN (SELECT name FROM portal_migration)`,
          [names],
        ),
        TIMEOUT_MS,
      );
      const pending = rows[0]?.pending ?? names.length;
      return pending === 0 ? null : `pending: ${pending}`;
    } catch {
      return 'cannot be read';
    }
  }
}

async function trouble(work: Promise<unknown>): Promise<string | null> {
  try {
    await withTimeout(work, TIMEOUT_MS);
    return null;
  } catch {
    return 'cannot be reached';
  }
}
