import { Module } from '@nestjs/common';
import type { Config } from '@portal/platform/config';
import { CONFIG } from '../../platform.tokens.js';
import { ImportRequeuer } from './import-requeuer.js';
import { ImportTurns } from './import-turns.js';
import { fileReaderOnThread } from './reader/file-reader.js';
import { TaskImportHandler } from './task-import.handler.js';
import { TaskImportProcessor } from './task-import.processor.js';
import { TASK_FILE_READER } from './task-import.tokens.js';

@Module({
  providers: [
    TaskImportProcessor,
    TaskImportHandler,
    ImportTurns,
    ImportRequeuer,
    {
      provide: TASK_FILE_READER,
      inject: [CONFIG],
      useFactory: (config: Config) => fileReaderOnThread(config.uploadStore),
    },
  ],
})
export class TaskImportModule {}
