import { Module } from '@nestjs/common';
import { FeedModule } from '../../live/feed/feed.module.js';
import { listController } from '../../lists/list.controller.js';
import { FILE_FORMATS } from './file-formats.list.js';
import { ImportQueue } from './import-queue.js';
import { ImportWaiter } from './import-waiter.js';
import { ImportsController } from './imports.controller.js';
import { ImportsService } from './imports.service.js';
import { SampleProjectController } from './sample/sample-project.controller.js';
import { SampleProjectService } from './sample/sample-project.service.js';
import { UploadController } from './upload.controller.js';
import { UploadService } from './upload.service.js';

@Module({
  imports: [FeedModule],
  controllers: [
    SampleProjectController,
    UploadController,
    ImportsController,
    listController(FILE_FORMATS),
  ],
  providers: [SampleProjectService, UploadService, ImportsService, ImportWaiter, ImportQueue],
})
export class ImportsModule {}
