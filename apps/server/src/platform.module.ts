import {
  type DynamicModule,
  Global,
  Inject,
  Module,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { QUEUES } from '@portal/contracts/jobs';
import { ImportRepository } from '@portal/persistence/imports/import-repository';
import { PreparedReads } from '@portal/persistence/prepared-reads';
import type { Config } from '@portal/platform/config';
import { openQueue, type QueueHandle } from '@portal/platform/queue';
import { openUploadStore } from '@portal/platform/open-upload-store';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { openChanges, openSessions, ReadPool } from './database-pools.js';
import { CONFIG, LOGGER, SESSIONS, TASK_IMPORT_QUEUE, UPLOAD_STORE } from './platform.tokens.js';

/**
 * Configuration, log, database, queue and upload store for all features. The data sources are created
 * here because @nestjs/typeorm allows one per name and process, and tests run two servers in one
 * process.
 */
@Global()
@Module({})
export class PlatformModule implements OnApplicationShutdown {
  constructor(
    @Inject(TASK_IMPORT_QUEUE) private readonly queue: QueueHandle,
    private readonly reads: ReadPool,
    private readonly changes: DataSource,
    @Inject(SESSIONS) private readonly sessions: DataSource,
  ) {}

  static for(config: Config, logger: Logger): DynamicModule {
    return {
      module: PlatformModule,
      providers: [
        { provide: CONFIG, useValue: config },
        { provide: LOGGER, useValue: logger },
        { provide: ReadPool, useFactory: () => new ReadPool(config, logger) },
        { provide: DataSource, useFactory: () => openChanges(config) },
        { provide: SESSIONS, useFactory: () => openSessions(config) },
        {
          provide: PreparedReads,
          useFactory: ({ pool }: ReadPool) => new PreparedReads(pool),
          inject: [ReadPool],
        },
        {
          provide: ImportRepository,
          useFactory: (reads: PreparedReads) => new ImportRepository(reads),
          inject: [PreparedReads],
        },
        { provide: TASK_IMPORT_QUEUE, useFactory: () => openTaskImportQueue(config, logger) },
        { provide: UPLOAD_STORE, useFactory: () => openUploadStore(config.uploadStore) },
      ],
      exports: [
        CONFIG,
        LOGGER,
        ReadPool,
        DataSource,
        SESSIONS,
        PreparedReads,
        ImportRepository,
        TASK_IMPORT_QUEUE,
        UPLOAD_STORE,
      ],
    };
  }

  /** At this point the listener is closed and no request is running. */
  async onApplicationShutdown(): Promise<void> {
    await this.queue.close();
    await Promise.all([this.reads.pool.end(), this.changes.destroy(), this.sessions.destroy()]);
  }
}

function openTaskImportQueue(
  { redisUrl, databaseUrl }: Config,
  logger: Logger,
): Promise<QueueHandle> {
  const connection =
    redisUrl === undefined ? { databaseUrl, applicationName: 'portal-server queue' } : { redisUrl };
  return openQueue(QUEUES.taskImport, connection, (error) => {
    logger.error({ err: error }, 'queue error');
  });
}
