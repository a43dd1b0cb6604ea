import { Module } from '@nestjs/common';
import { ChoicesController } from './choices.controller.js';
import { ChoicesService } from './choices.service.js';
import { DigestsController } from './digests.controller.js';
import { DigestsService } from './digests.service.js';
import { NotificationsController } from './notifications.controller.js';
import { NotificationsService } from './notifications.service.js';

@Module({
  controllers: [NotificationsController, ChoicesController, DigestsController],
  providers: [NotificationsService, ChoicesService, DigestsService],
})
export class NotificationsModule {}
