import {
  Body,
  Controller,
  Delete,
  Get,
  Headers,
  HttpCode,
  Param,
  Post,
  Put,
  Query,
} from '@nestjs/common';
import {
  type Alert,
  type AlertHistory,
  type AlertHistoryQuery,
  alertHistoryQuerySchema,
  alertHistorySchema,
  alertListSchema,
  type AlertMute,
  alertMuteSchema,
  alertSchema,
  type AlertUpdate,
  alertUpdateSchema,
  type NewAlert,
  newAlertSchema,
} from '@portal/contracts/alerts';
import { type TestSent, testSentSchema } from '@portal/contracts/notifications';
import { idParamSchema } from '@portal/contracts/scalars';
import type { Caller } from '@portal/domain/caller';
import { MANAGES_STATS } from '@portal/domain/custom-stats';
import type { FastifyReply } from 'fastify';
import { type Actor, CurrentActor } from '../../../db/actor.js';
import { GROUP_HEADER, sendGroup } from '../../../db/audit-group.js';
import { IF_MATCH, tagged, VERSIONED } from '../../../http/output/etags.js';
import { Reply } from '../../../http/output/reply.js';
import { Allow } from '../../../http/routes/access.js';
import { ApiErrors, ApiRequest, ApiResponse } from '../../../http/routes/api-operation.js';
import { ProjectId } from '../../../http/routes/params.js';
import { CurrentCaller } from '../../../identity/current-caller.js';
import { AlertsService } from './alerts.service.js';

const AlertId = () => Param('alertId', { schema: idParamSchema });

/** Who is told when a statistic or a number of a project is over its limit. */
@Controller('projects/:projectId/alerts')
export class AlertsController {
  constructor(private readonly alerts: AlertsService) {}

  @Get()
  @Allow.membersOf('projectId')
  @ApiResponse('The alerts of a project with their states, by name', alertListSchema)
  list(@ProjectId() projectId: number, @CurrentCaller() caller: Caller): Promise<readonly Alert[]> {
    return this.alerts.list(projectId, caller);
  }

  @Get(':alertId')
  @Allow.membersOf('projectId')
  @ApiResponse('One alert with its states', alertSchema, VERSIONED)
  async get(
    @ProjectId() projectId: number,
    @AlertId() alertId: number,
    @CurrentCaller() caller: Caller,
    @Reply() reply: FastifyReply,
  ): Promise<Alert> {
    return tagged(reply, await this.alerts.get(projectId, alertId, caller));
  }

  @Get(':alertId/history')
  @Allow.membersOf('projectId')
  @ApiResponse('What changed in the states of an alert, the newest first', alertHistorySchema)
  history(
    @ProjectId() projectId: number,
    @AlertId() alertId: number,
    @Query({ schema: alertHistoryQuerySchema }) { before }: AlertHistoryQuery,
    @CurrentCaller() caller: Caller,
  ): Promise<AlertHistory> {
    return this.alerts.history(projectId, alertId, before, caller);
  }

  @Post()
  @(Allow.withOneOf(...MANAGES_STATS).inProject('projectId'))
  @ApiResponse('The new alert, which is evaluated next', alertSchema, { status: 201, ...VERSIONED })
  @ApiErrors('conflict')
  async create(
    @ProjectId() projectId: number,
    @Body({ schema: newAlertSchema }) alert: NewAlert,
    @CurrentCaller() caller: Caller,
    @CurrentActor() actor: Actor,
    @Reply() reply: FastifyReply,
  ): Promise<Alert> {
    return tagged(reply, await this.alerts.create(projectId, alert, actor, caller));
  }

  @Put(':alertId')
  @(Allow.withOneOf(...MANAGES_STATS).inProject('projectId'))
  @ApiResponse('The alert, changed', alertSchema, VERSIONED)
  @ApiRequest({ headers: IF_MATCH })
  @ApiErrors('conflict')
  async update(
    @ProjectId() projectId: number,
    @AlertId() alertId: number,
    @Body({ schema: alertUpdateSchema }) update: AlertUpdate,
    @Headers('if-match') ifMatch: string | undefined,
    @CurrentCaller() caller: Caller,
    @CurrentActor() actor: Actor,
    @Reply() reply: FastifyReply,
  ): Promise<Alert> {
    return tagged(
      reply,
      await this.alerts.update(projectId, alertId, update, ifMatch, actor, caller),
    );
  }

  @Post(':alertId/mute')
  @HttpCode(200)
  @(Allow.withOneOf(...MANAGES_STATS).inProject('projectId'))
  @ApiResponse('The alert; nobody is told of it until then', alertSchema, VERSIONED)
  @ApiErrors('conflict')
  async mute(
    @ProjectId() projectId: number,
    @AlertId() alertId: number,
    @Body({ schema: alertMuteSchema }) { until }: AlertMute,
    @CurrentCaller() caller: Caller,
    @CurrentActor() actor: Actor,
    @Reply() reply: FastifyReply,
  ): Promise<Alert> {
    return tagged(reply, await this.alerts.mute(projectId, alertId, until, actor, caller));
  }

  @Post(':alertId/test')
  @(Allow.withOneOf(...MANAGES_STATS).inProject('projectId'))
  @ApiResponse('A message goes out to the Slack channel of the alert at once', testSentSchema, {
    status: 201,
  })
  @ApiErrors('conflict')
  test(
    @ProjectId() projectId: number,
    @AlertId() alertId: number,
    @CurrentCaller() caller: Caller,
    @CurrentActor() actor: Actor,
  ): Promise<TestSent> {
    return this.alerts.test(projectId, alertId, actor, caller);
  }

  @Delete(':alertId')
  @HttpCode(204)
  @(Allow.withOneOf(...MANAGES_STATS).inProject('projectId'))
  @ApiResponse('The alert is gone', null, GROUP_HEADER)
  @ApiErrors('conflict')
  async remove(
    @ProjectId() projectId: number,
    @AlertId() alertId: number,
    @CurrentActor() actor: Actor,
    @Reply() reply: FastifyReply,
  ): Promise<void> {
    sendGroup(reply, await this.alerts.remove(projectId, alertId, actor));
  }
}
