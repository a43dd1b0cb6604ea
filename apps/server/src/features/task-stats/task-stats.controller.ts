import { Controller, Get, Param, Query } from '@nestjs/common';
import { emailSchema } from '@portal/contracts/scalars';
import type { Stamp } from '@portal/contracts/stamp';
import {
  type UserTaskList,
  userTaskListSchema,
  type UserTasksQuery,
  type UserScores,
  type UserScoresQuery,
  userScoresQuerySchema,
  userScoresSchema,
  userTasksQuerySchema,
  podStatsSchema,
  reviewStatsSchema,
} from '@portal/contracts/task-stats';
import {
  type PodStatsQuery,
  podStatsQuerySchema,
  type ReviewStatsQuery,
  reviewStatsQuerySchema,
} from '@portal/contracts/team-stats-queries';
import type { Caller } from '@portal/domain/caller';
import type { FastifyReply } from 'fastify';
import { Allow } from '../../http/routes/access.js';
import { ApiResponse, ApiErrors } from '../../http/routes/api-operation.js';
import { CurrentCaller } from '../../identity/current-caller.js';
import { QueryStamp } from '../../identity/project-stamp.js';
import { type CachedReply, ReplyFromCache } from '../../response-cache/cached-reply.js';
import { CACHED, NOT_MODIFIED } from '../../response-cache/documented.js';
import { STAMPED, stamped } from '../../http/output/stamp-headers.js';
import { Reply } from '../../http/output/reply.js';
import { TaskStatsService } from './task-stats.service.js';

/** The work of users; permissions in each project decide whose work the caller sees. */
@Controller('tasks')
export class TaskStatsController {
  constructor(private readonly stats: TaskStatsService) {}

  @Get('pod-stats')
  @Allow.signedIn({ revisionParam: 'project_id' })
  @ApiResponse('Done tasks and their turns by day and user', podStatsSchema, CACHED)
  @ApiResponse(...NOT_MODIFIED)
  @ApiErrors('not-found')
  async podStats(
    @Query({ schema: podStatsQuerySchema }) query: PodStatsQuery,
    @CurrentCaller() caller: Caller,
    @QueryStamp() stamp: Stamp | null,
    @ReplyFromCache() reply: CachedReply,
  ): Promise<string | undefined> {
    return reply.of(await this.stats.podStats(query, caller, stamp));
  }

  @Get('pod-review-stats')
  @Allow.signedIn({ revisionParam: 'project_id' })
  @ApiResponse('The review desk by status: pending and done tasks', reviewStatsSchema, CACHED)
  @ApiResponse(...NOT_MODIFIED)
  @ApiErrors('not-found')
  async reviewStats(
    @Query({ schema: reviewStatsQuerySchema }) query: ReviewStatsQuery,
    @CurrentCaller() caller: Caller,
    @QueryStamp() stamp: Stamp | null,
    @ReplyFromCache() reply: CachedReply,
  ): Promise<string | undefined> {
    return reply.of(await this.stats.reviewStats(query, caller, stamp));
  }

  @Get('by-user/:email')
  @Allow.signedIn()
  @ApiResponse('The tasks of a user, newest first', userTaskListSchema, STAMPED)
  async byUser(
    @Param('email', { schema: emailSchema }) email: string,
    @Query({ schema: userTasksQuerySchema }) query: UserTasksQuery,
    @CurrentCaller() caller: Caller,
    @Reply() reply: FastifyReply,
  ): Promise<UserTaskList> {
    return stamped(reply, await this.stats.tasksOf(email, query, caller));
  }

  @Get('by-user/:email/scores')
  @Allow.signedIn()
  @ApiResponse('The mean score of the reviews of a user, by week', userScoresSchema, STAMPED)
  async scores(
    @Param('email', { schema: emailSchema }) email: string,
    @Query({ schema: userScoresQuerySchema }) query: UserScoresQuery,
    @CurrentCaller() caller: Caller,
    @Reply() reply: FastifyReply,
  ): Promise<UserScores> {
    return stamped(reply, await this.stats.scoresOf(email, query, caller));
  }
}
