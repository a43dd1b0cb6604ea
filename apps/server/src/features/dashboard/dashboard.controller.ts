import { Controller, Get, Query } from '@nestjs/common';
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
import type { Stamp } from '@portal/contracts/stamp';
import { Allow } from '../../http/routes/access.js';
import { ApiResponse } from '../../http/routes/api-operation.js';
import { ProjectId } from '../../http/routes/params.js';
import { ProjectStamp } from '../../identity/project-stamp.js';
import { type CachedReply, ReplyFromCache } from '../../response-cache/cached-reply.js';
import { CACHED, NOT_MODIFIED } from '../../response-cache/documented.js';
import { DashboardService } from './dashboard.service.js';

const Filters = () => Query({ schema: dashboardQuerySchema });

/** The statistics of one project, or of all projects for users with a role in project 0. */
@Controller('projects/:projectId')
export class DashboardController {
  constructor(private readonly dashboard: DashboardService) {}

  @Get('overview')
  @Allow.membersOf('projectId')
  @ApiResponse('Totals, batches and activity', overviewSchema, CACHED)
  @ApiResponse(...NOT_MODIFIED)
  async overview(
    @ProjectId() projectId: number,
    @Filters() query: DashboardQuery,
    @ProjectStamp() stamp: Stamp,
    @ReplyFromCache() reply: CachedReply,
  ): Promise<string | undefined> {
    return reply.of(await this.dashboard.answer('overview', projectId, query, stamp));
  }

  @Get('dashboard-stats')
  @Allow.membersOf('projectId')
  @ApiResponse('Totals and rates', statsAnswerSchema, CACHED)
  @ApiResponse(...NOT_MODIFIED)
  async stats(
    @ProjectId() projectId: number,
    @Filters() query: DashboardQuery,
    @ProjectStamp() stamp: Stamp,
    @ReplyFromCache() reply: CachedReply,
  ): Promise<string | undefined> {
    return reply.of(await this.dashboard.answer('dashboard-stats', projectId, query, stamp));
  }

  @Get('batches')
  @Allow.membersOf('projectId')
  @ApiResponse('The batches with their totals, newest first', batchesAnswerSchema, CACHED)
  @ApiResponse(...NOT_MODIFIED)
  async batches(
    @ProjectId() projectId: number,
    @Filters() query: DashboardQuery,
    @ProjectStamp() stamp: Stamp,
    @ReplyFromCache() reply: CachedReply,
  ): Promise<string | undefined> {
    return reply.of(await this.dashboard.answer('batches', projectId, query, stamp));
  }

  @Get('activity-timeline')
  @Allow.membersOf('projectId')
  @ApiResponse('Activity by day, oldest first', activityAnswerSchema, CACHED)
  @ApiResponse(...NOT_MODIFIED)
  async activity(
    @ProjectId() projectId: number,
    @Filters() query: DashboardQuery,
    @ProjectStamp() stamp: Stamp,
    @ReplyFromCache() reply: CachedReply,
  ): Promise<string | undefined> {
    return reply.of(await this.dashboard.answer('activity-timeline', projectId, query, stamp));
  }

  @Get('delivery-stats')
  @Allow.membersOf('projectId')
  @ApiResponse(
    'Numbers of delivered, ready, reviewed and rework tasks',
    deliveryStatsSchema,
    CACHED,
  )
  @ApiResponse(...NOT_MODIFIED)
  async delivery(
    @ProjectId() projectId: number,
    @Query({ schema: deliveryQuerySchema }) query: DeliveryQuery,
    @ProjectStamp() stamp: Stamp,
    @ReplyFromCache() reply: CachedReply,
  ): Promise<string | undefined> {
    return reply.of(await this.dashboard.delivery(projectId, query, stamp));
  }
}
