import {
  type DynamicModule,
  Global,
  Inject,
  Module,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { QUEUES } from '@portal/contracts/jobs';
import { ErrorSafeClient } from '@portal/persistence/error-safe-client';
import { ImportRepository } from '@portal/persistence/imports/import-repository';
import { queryableOf } from '@portal/persistence/pg-queryable';
import { WORKER_APPLICATIONS } from '@portal/persistence/worker-connections';
import { pgTypes } from '@portal/persistence/pg-types';
import type { Config } from '@portal/platform/config';
import { openQueue, type QueueConnection, type QueueHandle } from '@portal/platform/queue';
import { openUploadStore } from '@portal/platform/open-upload-store';
import pg from 'pg';
import type { Logger } from 'pino';
import { CONFIG, LOGGER, POOL, TASK_IMPORT_QUEUE, UPLOAD_STORE } from './platform.tokens.js';

const POOL_SIZE = 4;

/** Configuration, log, database, queue and upload store, for every processor. */
@Global()
@Module({})
export class PlatformModule implements OnApplicationShutdown {
  constructor(
    @Inject(TASK_IMPORT_QUEUE) private readonly queue: QueueHandle,
    @Inject(POOL) private readonly pool: pg.Pool,
  ) {}

  static for(config: Config, logger: Logger): DynamicModule {
    return {
      module: PlatformModule,
      providers: [
        { provide: CONFIG, useValue: config },
        { provide: LOGGER, useValue: logger },
        { provide: POOL, useFactory: () => openPool(config, logger) },
        {
          provide: ImportRepository,
          useFactory: (pool: pg.Pool) => new ImportRepository(queryableOf(pool)),
          inject: [POOL],
        },
        {
          provide: TASK_IMPORT_QUEUE,
          useFactory: () =>
            openQueue(QUEUES.taskImport, queueConnection(config), (error) => {
              logger.error({ err: error }, 'queue error');
            }),
        },
        { provide: UPLOAD_STORE, useFactory: () => openUploadStore(config.uploadStore) },
      ],
      exports: [CONFIG, LOGGER, POOL, ImportRepository, TASK_IMPORT_QUEUE, UPLOAD_STORE],
    };
  }

  /** Runs after the processors have stopped. */
  async onApplicationShutdown(): Promise<void> {
    await this.queue.close();
    await this.pool.end();
  }
}

/** Redis if configured, otherwise the database. */
export function queueConnection({ redisUrl, databaseUrl }: Config): QueueConnection {
  return redisUrl === undefined
    ? { databaseUrl, applicationName: WORKER_APPLICATIONS['worker-queue'] }
    : { redisUrl };
}

function openPool({ databaseUrl }: Config, logger: Logger): pg.Pool {
  const pool = new pg.Pool({
    Client: ErrorSafeClient,
    connectionString: databaseUrl,
    application_name: WORKER_APPLICATIONS.worker,
    max: POOL_SIZE,
    types: pgTypes,
  });
  // The pool replaces a broken idle connection. Without a listener the error would crash the process.
  pool.on('error', (error) => logger.warn({ err: error }, 'idle database connection lost'));
  return pool;
}
