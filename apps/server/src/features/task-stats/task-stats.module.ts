import { Module } from '@nestjs/common';
import { ReviewQueueController } from './review-queue.controller.js';
import { TaskStatsController } from './task-stats.controller.js';
import { TaskStatsService } from './task-stats.service.js';

@Module({
  controllers: [TaskStatsController, ReviewQueueController],
  providers: [TaskStatsService],
})
export class TaskStatsModule {}
