import { Module } from '@nestjs/common';
import { crudController } from '../../crud/crud.controller.js';
import { TASKS } from './tasks.resource.js';

/** Single tasks, which are mostly imported, and the lists of them. */
@Module({ controllers: [crudController(TASKS)] })
export class TasksModule {}
