import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { ImportRepository } from '@portal/persistence/imports/import-repository';
import type { QueueHandle } from '@portal/platform/queue';
import type { Logger } from 'pino';
import { LOGGER, TASK_IMPORT_QUEUE } from '../../platform.tokens.js';

const INTERVAL_MS = 15_000;

/**
 * Adds a job for every unfinished import without one: the server may have died between storing the
 * import and adding its job, or the queue may have lost the job or given it up.
 */
@Injectable()
export class ImportRequeuer implements OnApplicationBootstrap, BeforeApplicationShutdown {
  #timer: NodeJS.Timeout | undefined;
  #requeuing: Promise<void> | undefined;

  constructor(
    private readonly imports: ImportRepository,
    @Inject(TASK_IMPORT_QUEUE) private readonly queue: QueueHandle,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.#start();
    this.#timer = setInterval(() => this.#start(), INTERVAL_MS);
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.#timer);
    await this.#requeuing;
  }

  #start(): void {
    this.#requeuing ??= this.#requeue()
      .catch((error: unknown) =>
        this.logger.warn({ err: error }, 'unfinished imports were not requeued'),
      )
      .finally(() => (this.#requeuing = undefined));
  }

  async #requeue(): Promise<void> {
    for (const id of await this.imports.unfinishedIds()) {
      await this.queue.ensure('import', { import_id: id }, { jobId: id });
    }
  }
}
