import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { QUEUES } from '@portal/contracts/jobs';
import type { Config } from '@portal/platform/config';
import { openWorker, type WorkerHandle } from '@portal/platform/queue';
import type { Logger } from 'pino';
import { queueConnection } from '../../platform.module.js';
import { CONFIG, LOGGER } from '../../platform.tokens.js';
import { ImportTurns, MAX_LARGE } from './import-turns.js';

/** Takes import jobs from the queue. Each runs the imports whose turn it is, until none is left. */
@Injectable()
export class TaskImportProcessor implements OnApplicationBootstrap, BeforeApplicationShutdown {
  #worker: WorkerHandle | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly turns: ImportTurns,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.#worker = await openWorker(
      QUEUES.taskImport,
      queueConnection(this.config),
      ({ attempt }) => this.turns.run(attempt),
      {
        concurrency: MAX_LARGE + 1,
        onError: (error) => this.logger.warn({ err: error }, 'import queue error'),
      },
    );
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.turns.stop();
    await this.#worker?.close();
  }
}
