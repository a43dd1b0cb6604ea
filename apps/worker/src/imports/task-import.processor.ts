import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { QUEUES } from '@portal/contracts/jobs';
import type { Config } from '@portal/platform/config';
import { OutageLog } from '@portal/platform/outage-log';
import { openWorker, queueReports, type WorkerHandle } from '@portal/platform/queue';
import { CONFIG, LOGGER } from '@portal/platform/tokens';
import type { Logger } from 'pino';
import { queueConnection } from '../platform.module.js';
import { ImportTurns, MAX_LARGE } from './import-turns.js';

/** Takes import jobs from the queue. Each runs the imports whose turn it is, until none is left. */
@Injectable()
export class TaskImportProcessor implements OnApplicationBootstrap, BeforeApplicationShutdown {
  #worker: WorkerHandle | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly turns: ImportTurns,
    private readonly outages: OutageLog,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const connection = queueConnection(this.config);
    this.#worker = await openWorker(QUEUES.taskImport, connection, () => this.turns.run(), {
      concurrency: MAX_LARGE + 1,
      ...queueReports(connection, this.outages),
      onFailed: (error) => this.logger.warn({ err: error }, 'a job failed; the queue tries again'),
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.turns.stop();
    await this.#worker?.close();
  }
}
