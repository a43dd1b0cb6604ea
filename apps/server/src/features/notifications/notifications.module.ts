import { Module } from '@nestjs/common';
import { ChoicesController } from './choices.controller.js';
import { ChoicesService } from './choices.service.js';
import { NotificationsController } from './notifications.controller.js';
import { NotificationsService } from './notifications.service.js';

@Module({
  controllers: [NotificationsController, ChoicesController],
  providers: [NotificationsService, ChoicesService],
})
export class NotificationsModule {}
