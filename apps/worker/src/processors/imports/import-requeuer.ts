import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { isDatabaseAway } from '@portal/persistence/database-errors';
import { ImportQueries } from '@portal/persistence/imports/import-queries';
import type { QueueHandle } from '@portal/platform/queue';
import type { Logger } from 'pino';
import { LOGGER, TASK_IMPORT_QUEUE } from '../../platform.tokens.js';
import { Repetition } from '@portal/platform/repetition';

const INTERVAL_MS = 15_000;

/**
 * Adds a job for every unfinished import without one. The server may have died after it stored the
 * import and before it added the job, or the queue may have lost or failed the job.
 */
@Injectable()
export class ImportRequeuer implements OnApplicationBootstrap, BeforeApplicationShutdown {
  #repetition: Repetition | undefined;

  constructor(
    private readonly imports: ImportQueries,
    @Inject(TASK_IMPORT_QUEUE) private readonly queue: QueueHandle,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.#repetition = new Repetition(
      INTERVAL_MS,
      () => this.#requeue(),
      (error) => {
        if (isDatabaseAway(error)) return;
        this.logger.warn({ err: error }, 'unfinished imports were not requeued');
      },
    );
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.#repetition?.stop();
  }

  async #requeue(): Promise<void> {
    for (const { id } of await this.imports.inTurn()) {
      await this.queue.ensure('import', { import_id: id }, { jobId: id });
    }
  }
}
