import { Module } from '@nestjs/common';
import { listController } from '../../lists/list.controller.js';
import { TaskChangesController } from './changes/task-changes.controller.js';
import { TaskChangesService } from './changes/task-changes.service.js';
import { TaskFeedbackController } from './feedback/task-feedback.controller.js';
import { TaskFeedbackService } from './feedback/task-feedback.service.js';
import { BATCHES } from './batches.list.js';
import { REVIEW_REASONS } from './review-reasons.list.js';
import { REVIEWS } from './reviews.list.js';
import { TaskController } from './task.controller.js';
import { TaskHistoryController } from './task-history.controller.js';
import { TASKS } from './tasks.list.js';

/** The lists of tasks, which are mostly imported, of their batches and reviews. */
@Module({
  // The first one that fits a path serves it.
  controllers: [
    TaskChangesController,
    listController(TASKS),
    listController(BATCHES),
    listController(REVIEWS),
    listController(REVIEW_REASONS),
    TaskHistoryController,
    TaskFeedbackController,
    TaskController,
  ],
  providers: [TaskChangesService, TaskFeedbackService],
})
export class TasksModule {}
