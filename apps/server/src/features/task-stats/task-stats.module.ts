import { Module } from '@nestjs/common';
import { ClaimsController } from './claims.controller.js';
import { ClaimsService } from './claims.service.js';
import { MyReviewsController } from './my-reviews.controller.js';
import { ReviewQueueController } from './review-queue.controller.js';
import { RoundsController } from './rounds.controller.js';
import { TaskStatsController } from './task-stats.controller.js';
import { TasksByNumberController } from './tasks-by-number.controller.js';
import { TaskStatsService } from './task-stats.service.js';

@Module({
  controllers: [
    TaskStatsController,
    ReviewQueueController,
    MyReviewsController,
    ClaimsController,
    TasksByNumberController,
    RoundsController,
  ],
  providers: [TaskStatsService, ClaimsService],
})
export class TaskStatsModule {}
