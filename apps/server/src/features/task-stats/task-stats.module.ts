import { Module } from '@nestjs/common';
import { MyReviewsController } from './my-reviews.controller.js';
import { ReviewQueueController } from './review-queue.controller.js';
import { TaskStatsController } from './task-stats.controller.js';
import { TaskStatsService } from './task-stats.service.js';

@Module({
  controllers: [TaskStatsController, ReviewQueueController, MyReviewsController],
  providers: [TaskStatsService],
})
export class TaskStatsModule {}
