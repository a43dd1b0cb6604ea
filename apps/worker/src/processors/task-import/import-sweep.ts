import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { sql } from '@portal/persistence/sql';
import type { QueueHandle } from '@portal/platform/queue';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { LOGGER, POOL, TASK_IMPORT_QUEUE } from '../../platform.tokens.js';

const INTERVAL_MS = 15_000;

/**
 * Gives every unfinished import a job again: the server may have died between storing the import
 * and adding its job, or the queue may have lost it or given it up.
 */
@Injectable()
export class ImportSweep implements OnApplicationBootstrap, BeforeApplicationShutdown {
  #timer: NodeJS.Timeout | undefined;
  #sweeping: Promise<void> | undefined;

  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(TASK_IMPORT_QUEUE) private readonly queue: QueueHandle,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.#start();
    this.#timer = setInterval(() => this.#start(), INTERVAL_MS);
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.#timer);
    await this.#sweeping;
  }

  #start(): void {
    this.#sweeping ??= this.#sweep()
      .catch((error: unknown) => this.logger.warn({ err: error }, 'sweep of imports failed'))
      .finally(() => (this.#sweeping = undefined));
  }

  async #sweep(): Promise<void> {
    const unfinished = await this.pool.query<{ id: string }>(unfinishedImports);
    for (const { id } of unfinished.rows) {
      await this.queue.ensure('import', { import_id: id }, { jobId: id });
    }
  }
}

const unfinishedImports = sql`
SELECT id FROM core.task_import
WHERE state IN ('queued', 'running')
ORDER BY created_at
`;
