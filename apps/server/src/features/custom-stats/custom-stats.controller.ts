import {
  Body,
  Controller,
  Delete,
  Get,
  Headers,
  HttpCode,
  Post,
  Put,
  Query,
  Req,
} from '@nestjs/common';
import {
  type CustomStat,
  type CustomStatOrder,
  customStatOrderSchema,
  customStatListSchema,
  customStatSchema,
  type CustomStatsQuery,
  customStatsQuerySchema,
  type CustomStatUpdate,
  customStatUpdateSchema,
  type NewCustomStat,
  newCustomStatSchema,
  type SavedCustomStat,
  savedCustomStatSchema,
} from '@portal/contracts/custom-stats';
import type { Caller } from '@portal/domain/caller';
import { MANAGES_STATS } from '@portal/domain/custom-stats';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Actor, CurrentActor } from '../../db/actor.js';
import { GROUP_HEADER, sendGroup } from '../../db/audit-group.js';
import { Allow } from '../../http/routes/access.js';
import { ApiErrors, ApiRequest, ApiResponse } from '../../http/routes/api-operation.js';
import { ProjectId, StatId } from '../../http/routes/params.js';
import { CurrentCaller } from '../../identity/current-caller.js';
import { NOT_MODIFIED } from '../../response-cache/documented.js';
import { etagOf, IF_MATCH, tagged, unlessHeld, VERSIONED } from '../../http/output/etags.js';
import { RequestSignal } from '../../http/request-signal.js';
import { Reply } from '../../http/output/reply.js';
import { CustomStatsService } from './custom-stats.service.js';
import { QUERY_PROBLEMS } from './query-problems.js';

/** Statistics that users of a project wrote in SQL. */
@Controller('projects/:projectId/custom-stats')
export class CustomStatsController {
  constructor(private readonly stats: CustomStatsService) {}

  @Get()
  @Allow.membersOf('projectId')
  @ApiResponse('The custom statistics of a project, by display order', customStatListSchema)
  async list(
    @ProjectId() projectId: number,
    @Query({ schema: customStatsQuerySchema }) { active_only }: CustomStatsQuery,
    @CurrentCaller() caller: Caller,
  ): Promise<readonly CustomStat[]> {
    const stats = await this.stats.list(projectId, active_only, caller);
    return this.stats.presentAll(stats, caller);
  }

  @Get(':statId')
  @Allow.membersOf('projectId')
  @ApiResponse('One custom statistic', customStatSchema, VERSIONED)
  @ApiResponse(...NOT_MODIFIED)
  async get(
    @ProjectId() projectId: number,
    @StatId() statId: number,
    @CurrentCaller() caller: Caller,
    @Req() request: FastifyRequest,
    @Reply() reply: FastifyReply,
  ): Promise<CustomStat | undefined> {
    const found = await this.stats.get(projectId, statId, caller);
    const stat = await this.stats.present(found, caller);
    // A held copy without the query is not up to date for a caller who may change it by now.
    const version = stat.sql_query === null ? `${stat.version}-shown` : stat.version;
    return unlessHeld(request, reply, etagOf({ version }), stat);
  }

  @Post()
  @(Allow.withOneOf(...MANAGES_STATS).inProject('projectId'))
  @ApiResponse(
    'The new custom statistic, whose query the database has looked at',
    savedCustomStatSchema,
    {
      status: 201,
      ...VERSIONED,
    },
  )
  @ApiErrors('conflict', ...QUERY_PROBLEMS)
  async create(
    @ProjectId() projectId: number,
    @Body({ schema: newCustomStatSchema }) stat: NewCustomStat,
    @CurrentActor() actor: Actor,
    @RequestSignal() signal: AbortSignal,
    @Reply() reply: FastifyReply,
  ): Promise<SavedCustomStat> {
    return tagged(reply, await this.stats.create(projectId, stat, actor, signal));
  }

  @Put('order')
  @(Allow.withOneOf(...MANAGES_STATS).inProject('projectId'))
  @ApiResponse('All custom statistics of the project, in the new order', customStatListSchema)
  @ApiErrors('conflict')
  async reorder(
    @ProjectId() projectId: number,
    @Body({ schema: customStatOrderSchema }) { stat_ids }: CustomStatOrder,
    @CurrentCaller() caller: Caller,
    @CurrentActor() actor: Actor,
  ): Promise<readonly CustomStat[]> {
    await this.stats.reorder(projectId, stat_ids, actor);
    return this.stats.presentAll(await this.stats.list(projectId, false, caller), caller);
  }

  @Put(':statId')
  @(Allow.withOneOf(...MANAGES_STATS).inProject('projectId'))
  @ApiResponse('The custom statistic, changed', savedCustomStatSchema, VERSIONED)
  @ApiRequest({ headers: IF_MATCH })
  @ApiErrors('conflict', ...QUERY_PROBLEMS)
  async update(
    @ProjectId() projectId: number,
    @StatId() statId: number,
    @Body({ schema: customStatUpdateSchema }) update: CustomStatUpdate,
    @Headers('if-match') ifMatch: string | undefined,
    @CurrentActor() actor: Actor,
    @RequestSignal() signal: AbortSignal,
    @Reply() reply: FastifyReply,
  ): Promise<SavedCustomStat> {
    const changed = await this.stats.update(projectId, statId, update, ifMatch, actor, signal);
    return tagged(reply, changed);
  }

  @Delete(':statId')
  @HttpCode(204)
  @(Allow.withOneOf(...MANAGES_STATS).inProject('projectId'))
  @ApiResponse('The custom statistic is gone', null, GROUP_HEADER)
  async remove(
    @ProjectId() projectId: number,
    @StatId() statId: number,
    @CurrentActor() actor: Actor,
    @Reply() reply: FastifyReply,
  ): Promise<void> {
    sendGroup(reply, await this.stats.remove(projectId, statId, actor));
  }
}
