import {
  type DynamicModule,
  Global,
  Inject,
  Module,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { QUEUES } from '@portal/contracts/jobs';
import { createDataSource } from '@portal/persistence/data-source';
import { ImportRepository } from '@portal/persistence/imports/import-repository';
import { PreparedReads } from '@portal/persistence/prepared-reads';
import type { Config } from '@portal/platform/config';
import { openQueue, type QueueHandle } from '@portal/platform/queue';
import { openUploadStore } from '@portal/platform/open-upload-store';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { CONFIG, LOGGER, TASK_IMPORT_QUEUE, UPLOAD_STORE } from './platform.tokens.js';

/**
 * The hot data is in memory. With the default cost of a spinning disk the planner prefers a full
 * scan of a small table, once per row of another table, to an index lookup.
 */
const PLANNER_SETTINGS = { random_page_cost: '1.1' };
const POOL_SIZE = 20;

/**
 * Configuration, log, database, queue and upload store for all features. The data source is created
 * here because @nestjs/typeorm allows one per name and process, and tests run two servers in one
 * process.
 */
@Global()
@Module({})
export class PlatformModule implements OnApplicationShutdown {
  constructor(
    @Inject(TASK_IMPORT_QUEUE) private readonly queue: QueueHandle,
    private readonly dataSource: DataSource,
  ) {}

  static for(config: Config, logger: Logger): DynamicModule {
    return {
      module: PlatformModule,
      providers: [
        { provide: CONFIG, useValue: config },
        { provide: LOGGER, useValue: logger },
        { provide: DataSource, useFactory: () => openDatabase(config) },
        {
          provide: PreparedReads,
          useFactory: (dataSource: DataSource) => PreparedReads.of(dataSource),
          inject: [DataSource],
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
        DataSource,
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
    await this.dataSource.destroy();
  }
}

function openDatabase({ databaseUrl }: Config): Promise<DataSource> {
  return createDataSource({
    url: databaseUrl,
    poolSize: POOL_SIZE,
    applicationName: 'portal-server',
    settings: PLANNER_SETTINGS,
  }).initialize();
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
