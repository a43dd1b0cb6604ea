import { Module } from '@nestjs/common';
import { listController } from '../../lists/list.controller.js';
import { TaskHistoryController } from './task-history.controller.js';
import { TASKS } from './tasks.resource.js';

/** The lists of tasks; most tasks are imported. */
@Module({ controllers: [listController(TASKS), TaskHistoryController] })
export class TasksModule {}
