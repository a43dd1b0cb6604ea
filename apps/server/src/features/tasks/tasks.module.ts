import { Module } from '@nestjs/common';
import { listController } from '../../lists/list.controller.js';
import { TaskChangesController } from './changes/task-changes.controller.js';
import { TaskChangesService } from './changes/task-changes.service.js';
import { TaskHistoryController } from './task-history.controller.js';
import { TASKS } from './tasks.resource.js';

/** The lists of tasks; most tasks are imported. */
@Module({
  // The first one that fits a path serves it.
  controllers: [TaskChangesController, listController(TASKS), TaskHistoryController],
  providers: [TaskChangesService],
})
export class TasksModule {}
