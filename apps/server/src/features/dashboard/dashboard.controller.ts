import { Controller, Get, Param, Query, UseInterceptors } from '@nestjs/common';
import {
  activityAnswerSchema,
  batchesAnswerSchema,
  type DashboardQuery,
  dashboardQuerySchema,
  type DeliveryQuery,
  deliveryQuerySchema,
  deliveryStatsSchema,
  overviewSchema,
  statsAnswerSchema,
} from '@portal/contracts/dashboard';
import { idParamSchema } from '@portal/contracts/scalars';
import { Allow } from '../../http/access.js';
import { Answers } from '../../http/answers.js';
import { ProjectRevision } from '../../http/project-revision.js';
import type { Answer } from '../../kept-answers/answer-cache.js';
import { KEPT, UNCHANGED } from '../../kept-answers/documented.js';
import { SendAnswer } from '../../kept-answers/send-answer.interceptor.js';
import { DashboardService } from './dashboard.service.js';

const ProjectId = () => Param('projectId', { schema: idParamSchema });
const Filters = () => Query({ schema: dashboardQuerySchema });

/** The statistics of one project, or of all for those who hold project 0. */
@Controller('projects/:projectId')
@UseInterceptors(SendAnswer)
export class DashboardController {
  constructor(private readonly dashboard: DashboardService) {}

  @Get('overview')
  @Allow.membersOf('projectId')
  @Answers('Totals, batches and activity in one', overviewSchema, KEPT)
  @Answers(...UNCHANGED)
  overview(
    @ProjectId() projectId: number,
    @Filters() query: DashboardQuery,
    @ProjectRevision() revision: number,
  ): Promise<Answer> {
    return this.dashboard.answer('overview', projectId, query, revision);
  }

  @Get('dashboard-stats')
  @Allow.membersOf('projectId')
  @Answers('Totals and rates', statsAnswerSchema, KEPT)
  @Answers(...UNCHANGED)
  stats(
    @ProjectId() projectId: number,
    @Filters() query: DashboardQuery,
    @ProjectRevision() revision: number,
  ): Promise<Answer> {
    return this.dashboard.answer('dashboard-stats', projectId, query, revision);
  }

  @Get('batches')
  @Allow.membersOf('projectId')
  @Answers('The batches with their totals, newest first', batchesAnswerSchema, KEPT)
  @Answers(...UNCHANGED)
  batches(
    @ProjectId() projectId: number,
    @Filters() query: DashboardQuery,
    @ProjectRevision() revision: number,
  ): Promise<Answer> {
    return this.dashboard.answer('batches', projectId, query, revision);
  }

  @Get('activity-timeline')
  @Allow.membersOf('projectId')
  @Answers('What happened day by day, oldest first', activityAnswerSchema, KEPT)
  @Answers(...UNCHANGED)
  activity(
    @ProjectId() projectId: number,
    @Filters() query: DashboardQuery,
    @ProjectRevision() revision: number,
  ): Promise<Answer> {
    return this.dashboard.answer('activity-timeline', projectId, query, revision);
  }

  @Get('delivery-stats')
  @Allow.membersOf('projectId')
  @Answers('What is delivered, ready, reviewed and in rework', deliveryStatsSchema, KEPT)
  @Answers(...UNCHANGED)
  delivery(
    @ProjectId() projectId: number,
    @Query({ schema: deliveryQuerySchema }) query: DeliveryQuery,
    @ProjectRevision() revision: number,
  ): Promise<Answer> {
    return this.dashboard.delivery(projectId, query, revision);
  }
}
