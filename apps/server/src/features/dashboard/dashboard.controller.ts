import { Controller, Get, Param, Query, UseInterceptors } from '@nestjs/common';
import { type DashboardQuery, dashboardQuerySchema } from '@portal/contracts/dashboard';
import { idParamSchema } from '@portal/contracts/scalars';
import { Allow } from '../../http/access.js';
import { ProjectRevision } from '../../http/project-revision.js';
import type { Answer } from './answer-cache.js';
import { DashboardService } from './dashboard.service.js';
import { SendAnswer } from './send-answer.interceptor.js';

const ProjectId = () => Param('projectId', { schema: idParamSchema });
const Filters = () => Query({ schema: dashboardQuerySchema });

/** The statistics of one project, or of all for those who hold project 0. */
@Controller('projects/:projectId')
@UseInterceptors(SendAnswer)
export class DashboardController {
  constructor(private readonly dashboard: DashboardService) {}

  @Get('overview')
  @Allow.membersOf('projectId')
  overview(
    @ProjectId() projectId: number,
    @Filters() query: DashboardQuery,
    @ProjectRevision() revision: number,
  ): Promise<Answer> {
    return this.dashboard.answer('overview', projectId, query, revision);
  }

  @Get('dashboard-stats')
  @Allow.membersOf('projectId')
  stats(
    @ProjectId() projectId: number,
    @Filters() query: DashboardQuery,
    @ProjectRevision() revision: number,
  ): Promise<Answer> {
    return this.dashboard.answer('dashboard-stats', projectId, query, revision);
  }

  @Get('batches')
  @Allow.membersOf('projectId')
  batches(
    @ProjectId() projectId: number,
    @Filters() query: DashboardQuery,
    @ProjectRevision() revision: number,
  ): Promise<Answer> {
    return this.dashboard.answer('batches', projectId, query, revision);
  }

  @Get('activity-timeline')
  @Allow.membersOf('projectId')
  activity(
    @ProjectId() projectId: number,
    @Filters() query: DashboardQuery,
    @ProjectRevision() revision: number,
  ): Promise<Answer> {
    return this.dashboard.answer('activity-timeline', projectId, query, revision);
  }
}
