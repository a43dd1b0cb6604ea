import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { sql } from '@portal/persistence/sql';
import type { QueueHandle } from '@portal/platform/queue';
import { DataSource } from 'typeorm';
import { ProblemException } from '../../http/problem.js';
import { TASK_IMPORT_QUEUE } from '../../platform.tokens.js';

const PATIENCE_MS = 2_000;

/** Whether this server can do its work now. */
@Injectable()
export class ReadinessService {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(TASK_IMPORT_QUEUE) private readonly queue: QueueHandle,
  ) {}

  /** @throws {ProblemException} `unavailable`, naming what is missing */
  async check(): Promise<void> {
    const parts = await Promise.all([
      isWell('database', this.checkMigrations()),
      isWell('queue', this.queue.ping()),
    ]);
    const missing = parts.filter((part) => part !== null);
    if (missing.length > 0) {
      throw new ProblemException('unavailable', `Not ready: ${missing.join(', ')}`);
    }
  }

  private async checkMigrations(): Promise<void> {
    const rows = await this.dataSource.query<{ done: number }[]>(
      sql`SELECT count(*) AS done FROM portal_migration`,
    );
    const done = rows[0]?.done ?? 0;
    if (done < this.dataSource.migrations.length) throw new Error('migrations are pending');
  }
}

/** Null when `work` succeeds in time, else the part's name. */
async function isWell(part: string, work: Promise<void>): Promise<string | null> {
  const timer = new AbortController();
  const late = delay(PATIENCE_MS, part, { signal: timer.signal }).catch(() => part);
  const done = work.then(
    () => null,
    () => part,
  );
  const outcome = await Promise.race([done, late]);
  timer.abort();
  return outcome;
}
