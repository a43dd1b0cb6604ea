import { Module } from '@nestjs/common';
import type { Config } from '@portal/platform/config';
import { CONFIG } from '@portal/platform/tokens';
import { ImportRequeuer } from './import-requeuer.js';
import { ImportTurns } from './import-turns.js';
import { TASK_FILE_READER, taskFileReader } from './reader/reader-thread.js';
import { TaskImportHandler } from './task-import.handler.js';
import { TaskImportProcessor } from './task-import.processor.js';

@Module({
  providers: [
    TaskImportProcessor,
    TaskImportHandler,
    ImportTurns,
    ImportRequeuer,
    {
      provide: TASK_FILE_READER,
      inject: [CONFIG],
      useFactory: (config: Config) => taskFileReader(config.uploadStore),
    },
  ],
})
export class TaskImportModule {}
