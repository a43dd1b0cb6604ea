import { Module } from '@nestjs/common';
import { TaskStore } from './task-store.js';
import { TasksController } from './tasks.controller.js';
import { TasksService } from './tasks.service.js';

@Module({ controllers: [TasksController], providers: [TasksService, TaskStore] })
export class TasksModule {}
