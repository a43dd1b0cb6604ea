import { Module } from '@nestjs/common';
import { DashboardController } from './dashboard.controller.js';
import { DashboardService } from './dashboard.service.js';
import { ProjectsWorkController } from './projects-work.controller.js';

@Module({
  controllers: [DashboardController, ProjectsWorkController],
  providers: [DashboardService],
})
export class DashboardModule {}
