import {
  type DynamicModule,
  Global,
  Inject,
  Module,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { QUEUES } from '@portal/contracts/jobs';
import { ImportQueries } from '@portal/persistence/imports/import-queries';
import type { Config } from '@portal/platform/config';
import { OutageLog } from '@portal/platform/outage-log';
import { openQueue, type QueueHandle, queueReports } from '@portal/platform/queue';
import { openUploadStore } from '@portal/platform/open-upload-store';
import { CONFIG, LOGGER, TASK_IMPORT_QUEUE, UPLOAD_STORE } from '@portal/platform/tokens';
import type { Logger } from 'pino';
import { DbModule } from './db/db.module.js';
import { Reads } from './db/pools.js';

/** Configuration, log, queue, imports and upload store for all features. */
@Global()
@Module({})
export class PlatformModule implements OnApplicationShutdown {
  constructor(@Inject(TASK_IMPORT_QUEUE) private readonly queue: QueueHandle) {}

  static for(config: Config, logger: Logger): DynamicModule {
    const outages = new OutageLog(logger);
    return {
      module: PlatformModule,
      imports: [DbModule.for(config, outages)],
      providers: [
        { provide: CONFIG, useValue: config },
        { provide: LOGGER, useValue: logger },
        {
          provide: ImportQueries,
          useFactory: ({ prepared }: Reads) => new ImportQueries(prepared),
          inject: [Reads],
        },
        { provide: TASK_IMPORT_QUEUE, useFactory: () => openTaskImportQueue(config, outages) },
        { provide: UPLOAD_STORE, useFactory: () => openUploadStore(config.uploadStore) },
      ],
      exports: [CONFIG, LOGGER, ImportQueries, TASK_IMPORT_QUEUE, UPLOAD_STORE],
    };
  }

  /** At this point the listener is closed and no request is running. */
  async onApplicationShutdown(): Promise<void> {
    await this.queue.close();
  }
}

function openTaskImportQueue(
  { redisUrl, databaseUrl }: Config,
  outages: OutageLog,
): Promise<QueueHandle> {
  const connection =
    redisUrl === undefined ? { databaseUrl, applicationName: 'portal-server queue' } : { redisUrl };
  return openQueue(QUEUES.taskImport, connection, queueReports(connection, outages));
}
