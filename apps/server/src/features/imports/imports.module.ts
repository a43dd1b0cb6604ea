import { Module } from '@nestjs/common';
import { ImportCompletion } from './import-completion.js';
import { ImportStore } from './import-store.js';
import { ImportsController } from './imports.controller.js';
import { ImportsService } from './imports.service.js';
import { QueuedImports } from './queued-imports.js';
import { UploadController } from './upload.controller.js';
import { UploadService } from './upload.service.js';

@Module({
  controllers: [UploadController, ImportsController],
  providers: [UploadService, ImportsService, ImportStore, ImportCompletion, QueuedImports],
})
export class ImportsModule {}
