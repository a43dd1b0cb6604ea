import { Module } from '@nestjs/common';
import { DashboardController } from './dashboard.controller.js';
import { DeliveryTasksController } from './delivery-tasks.controller.js';
import { DashboardService } from './dashboard.service.js';

@Module({
  controllers: [DashboardController, DeliveryTasksController],
  providers: [DashboardService],
})
export class DashboardModule {}
