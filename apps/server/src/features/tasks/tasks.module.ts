import { Module } from '@nestjs/common';
import { crudController } from '../../lists/crud.controller.js';
import { TASKS } from './tasks.resource.js';

/** The lists of tasks; most tasks are imported. */
@Module({ controllers: [crudController(TASKS)] })
export class TasksModule {}
