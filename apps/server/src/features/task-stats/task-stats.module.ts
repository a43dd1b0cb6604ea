import { Module } from '@nestjs/common';
import { TaskStatsController } from './task-stats.controller.js';
import { TaskStatsService } from './task-stats.service.js';

@Module({ controllers: [TaskStatsController], providers: [TaskStatsService] })
export class TaskStatsModule {}
