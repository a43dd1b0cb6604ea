import { Module } from '@nestjs/common';
import { FeedModule } from '../../live/feed/feed.module.js';
import { ImportQuota } from './import-quota.js';
import { ImportWaiter } from './import-waiter.js';
import { ImportsController } from './imports.controller.js';
import { ImportsService } from './imports.service.js';
import { UploadController } from './upload.controller.js';
import { UploadService } from './upload.service.js';

@Module({
  imports: [FeedModule],
  controllers: [UploadController, ImportsController],
  providers: [UploadService, ImportsService, ImportWaiter, ImportQuota],
})
export class ImportsModule {}
