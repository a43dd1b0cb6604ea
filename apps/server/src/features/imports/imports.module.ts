import { Module } from '@nestjs/common';
import { FeedModule } from '../../live/feed/feed.module.js';
import { ImportQueue } from './import-queue.js';
import { ImportWaiter } from './import-waiter.js';
import { ImportsController } from './imports.controller.js';
import { ImportsService } from './imports.service.js';
import { UploadController } from './upload.controller.js';
import { UploadService } from './upload.service.js';

@Module({
  imports: [FeedModule],
  controllers: [UploadController, ImportsController],
  providers: [UploadService, ImportsService, ImportWaiter, ImportQueue],
})
export class ImportsModule {}
