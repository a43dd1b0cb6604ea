import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { QUEUES, taskImportJobSchema } from '@portal/contracts/jobs';
import type { Config } from '@portal/platform/config';
import { openWorker, type WorkerHandle } from '@portal/platform/queue';
import type { Logger } from 'pino';
import { queueConnection } from '../../platform.module.js';
import { CONFIG, LOGGER } from '../../platform.tokens.js';
import { TaskImportHandler } from './task-import.handler.js';

/** Files are read concurrently; merges run one after the other. */
const CONCURRENCY = 2;

/** Takes import jobs from the queue and passes them to the handler. */
@Injectable()
export class TaskImportProcessor implements OnApplicationBootstrap, BeforeApplicationShutdown {
  #worker: WorkerHandle | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly handler: TaskImportHandler,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.#worker = await openWorker(
      QUEUES.taskImport,
      queueConnection(this.config),
      ({ data, attempt }) => this.handler.run(taskImportJobSchema.parse(data).import_id, attempt),
      {
        concurrency: CONCURRENCY,
        onError: (error) => this.logger.warn({ err: error }, 'import queue error'),
      },
    );
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.handler.interrupt();
    await this.#worker?.close();
  }
}
