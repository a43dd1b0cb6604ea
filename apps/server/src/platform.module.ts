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
 * What is asked for all day is in memory. The database expects disks that turn, and would rather read
 * a small table whole, for each row of another, than find its rows by an index.
 */
const READ_FROM_MEMORY = { random_page_cost: '1.1' };
const POOL_SIZE = 20;

/**
 * Configuration, log, database, queue and upload store, for every feature. The data source is made
 * here rather than by @nestjs/typeorm, which allows one of a name per process: tests run two
 * servers in one.
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

  /** By now the listener is closed and no request is under way. */
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
    settings: READ_FROM_MEMORY,
  }).initialize();
}

function openTaskImportQueue(
  { redisUrl, databaseUrl }: Config,
  logger: Logger,
): Promise<QueueHandle> {
  const connection = redisUrl === undefined ? { databaseUrl } : { redisUrl };
  return openQueue(QUEUES.taskImport, connection, (error) => {
    logger.error({ err: error }, 'the queue has trouble');
  });
}
