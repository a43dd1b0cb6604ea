import { Inject, Injectable } from '@nestjs/common';
import { ImportQueries } from '@portal/persistence/imports/import-queries';
import type { QueueHandle } from '@portal/platform/queue';
import { LOGGER, TASK_IMPORT_QUEUE } from '@portal/platform/tokens';
import type { Logger } from 'pino';
import { RegularWork } from '../regular-work.js';

const INTERVAL_MS = 15_000;

/**
 * Adds a job for every unfinished import without one. The server may have died after it stored the
 * import and before it added the job, or the queue may have lost or failed the job.
 */
@Injectable()
export class ImportRequeuer extends RegularWork {
  protected readonly intervalMs = INTERVAL_MS;
  protected readonly failure = 'unfinished imports were not requeued';

  constructor(
    private readonly imports: ImportQueries,
    @Inject(TASK_IMPORT_QUEUE) private readonly queue: QueueHandle,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(logger);
  }

  protected override async run(): Promise<void> {
    for (const { id } of await this.imports.inTurn()) {
      await this.queue.ensure('import', { import_id: id }, { jobId: id });
    }
  }
}
