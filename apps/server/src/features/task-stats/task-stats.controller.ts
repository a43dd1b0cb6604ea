import { Controller, Get, Param, Query } from '@nestjs/common';
import { emailSchema } from '@portal/contracts/scalars';
import {
  type PersonTaskList,
  personTaskListSchema,
  type PersonTasksQuery,
  personTasksQuerySchema,
  type PodStatsQuery,
  podStatsQuerySchema,
  type PodStatsRow,
  podStatsSchema,
  type ReviewStatsQuery,
  reviewStatsQuerySchema,
  type ReviewStatsRow,
  reviewStatsSchema,
} from '@portal/contracts/task-stats';
import type { Caller } from '@portal/domain/caller';
import { Allow } from '../../http/access.js';
import { Answers } from '../../http/answers.js';
import { CurrentCaller } from '../../http/current-caller.js';
import { TaskStatsService } from './task-stats.service.js';

/** What people did; whose work the caller sees is decided by its project. */
@Controller('tasks')
export class TaskStatsController {
  constructor(private readonly stats: TaskStatsService) {}

  @Get('pod-stats')
  @Allow.signedIn()
  @Answers('Done tasks and their turns by day and person', podStatsSchema)
  podStats(
    @Query({ schema: podStatsQuerySchema }) query: PodStatsQuery,
    @CurrentCaller() caller: Caller,
  ): Promise<PodStatsRow[]> {
    return this.stats.podStats(query, caller);
  }

  @Get('pod-review-stats')
  @Allow.signedIn()
  @Answers('The review desk by status', reviewStatsSchema)
  reviewStats(
    @Query({ schema: reviewStatsQuerySchema }) query: ReviewStatsQuery,
    @CurrentCaller() caller: Caller,
  ): Promise<ReviewStatsRow[]> {
    return this.stats.reviewStats(query, caller);
  }

  @Get('by-user/:email')
  @Allow.signedIn()
  @Answers('The tasks of a person, newest first', personTaskListSchema)
  byUser(
    @Param('email', { schema: emailSchema }) email: string,
    @Query({ schema: personTasksQuerySchema }) query: PersonTasksQuery,
    @CurrentCaller() caller: Caller,
  ): Promise<PersonTaskList> {
    return this.stats.tasksOf(email, query, caller);
  }
}
