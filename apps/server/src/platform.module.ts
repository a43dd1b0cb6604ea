import {
  type DynamicModule,
  Global,
  Inject,
  Module,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { QUEUES } from '@portal/contracts/jobs';
import { ImportRepository } from '@portal/persistence/imports/import-repository';
import type { Config } from '@portal/platform/config';
import { openQueue, type QueueHandle } from '@portal/platform/queue';
import { openUploadStore } from '@portal/platform/open-upload-store';
import type { Logger } from 'pino';
import { DbModule } from './db/db.module.js';
import { Reads } from './db/pools.js';
import { CONFIG, LOGGER, TASK_IMPORT_QUEUE, UPLOAD_STORE } from './platform.tokens.js';

/** Configuration, log, queue, imports and upload store for all features. */
@Global()
@Module({})
export class PlatformModule implements OnApplicationShutdown {
  constructor(@Inject(TASK_IMPORT_QUEUE) private readonly queue: QueueHandle) {}

  static for(config: Config, logger: Logger): DynamicModule {
    return {
      module: PlatformModule,
      imports: [DbModule.for(config, logger)],
      providers: [
        { provide: CONFIG, useValue: config },
        { provide: LOGGER, useValue: logger },
        {
          provide: ImportRepository,
          useFactory: ({ prepared }: Reads) => new ImportRepository(prepared),
          inject: [Reads],
        },
        { provide: TASK_IMPORT_QUEUE, useFactory: () => openTaskImportQueue(config, logger) },
        { provide: UPLOAD_STORE, useFactory: () => openUploadStore(config.uploadStore) },
      ],
      exports: [CONFIG, LOGGER, ImportRepository, TASK_IMPORT_QUEUE, UPLOAD_STORE],
    };
  }

  /** At this point the listener is closed and no request is running. */
  async onApplicationShutdown(): Promise<void> {
    await this.queue.close();
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
