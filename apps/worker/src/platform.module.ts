import {
  type DynamicModule,
  Global,
  Inject,
  Module,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { QUEUES } from '@portal/contracts/jobs';
import { Db } from '@portal/persistence/db';
import { ImportQueries } from '@portal/persistence/imports/import-queries';
import { ImportRuns } from '@portal/persistence/imports/import-runs';
import { WORKER_APPLICATIONS } from '@portal/persistence/worker-connections';
import type { Config } from '@portal/platform/config';
import { OutageLog } from '@portal/platform/outage-log';
import {
  openQueue,
  type QueueConnection,
  type QueueHandle,
  queueReports,
} from '@portal/platform/queue';
import { openUploadStore } from '@portal/platform/open-upload-store';
import { CONFIG, LOGGER, TASK_IMPORT_QUEUE, UPLOAD_STORE } from '@portal/platform/tokens';
import type { Logger } from 'pino';
import { untilMigrated } from './until-migrated.js';

const POOL_SIZE = 4;

/** Configuration, log, database, queue and upload store, for every processor. */
@Global()
@Module({})
export class PlatformModule implements OnApplicationShutdown {
  constructor(
    @Inject(TASK_IMPORT_QUEUE) private readonly queue: QueueHandle,
    private readonly db: Db,
  ) {}

  static for(config: Config, logger: Logger): DynamicModule {
    const outages = new OutageLog(logger);
    return {
      module: PlatformModule,
      providers: [
        { provide: CONFIG, useValue: config },
        { provide: LOGGER, useValue: logger },
        { provide: OutageLog, useValue: outages },
        {
          provide: Db,
          useFactory: async () => {
            const db = openDb(config, outages);
            await untilMigrated(db, logger);
            return db;
          },
        },
        {
          provide: ImportRuns,
          useFactory: (db: Db) => new ImportRuns(db),
          inject: [Db],
        },
        { provide: ImportQueries, useFactory: (db: Db) => new ImportQueries(db), inject: [Db] },
        {
          provide: TASK_IMPORT_QUEUE,
          useFactory: () => {
            const connection = queueConnection(config);
            return openQueue(QUEUES.taskImport, connection, queueReports(connection, outages));
          },
        },
        { provide: UPLOAD_STORE, useFactory: () => openUploadStore(config.uploadStore) },
      ],
      exports: [
        ...[CONFIG, LOGGER, OutageLog, Db, ImportRuns, ImportQueries],
        ...[TASK_IMPORT_QUEUE, UPLOAD_STORE],
      ],
    };
  }

  /** Runs after the processors have stopped. */
  async onApplicationShutdown(): Promise<void> {
    await this.queue.close();
    await this.db.end();
  }
}

/** Redis if configured, otherwise the database. */
export function queueConnection({ redisUrl, databaseUrl }: Config): QueueConnection {
  return redisUrl === undefined
    ? { databaseUrl, applicationName: WORKER_APPLICATIONS['worker-queue'] }
    : { redisUrl };
}

/** For everything except the transactions of imports. */
function openDb({ databaseUrl }: Config, outages: OutageLog): Db {
  return Db.open({
    url: databaseUrl,
    applicationName: WORKER_APPLICATIONS.worker,
    poolSize: POOL_SIZE,
    onAway: (error) => outages.failed('the database', error),
    onWorks: () => outages.works('the database'),
  });
}
