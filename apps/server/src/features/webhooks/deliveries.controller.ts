import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import {
  type DeliveriesQuery,
  deliveriesQuerySchema,
  type DeliveryDetail,
  deliveryDetailSchema,
  type DeliveryLog,
  deliveryLogSchema,
  eventIdSchema,
  type Replay,
  type Replayed,
  replayedSchema,
  replaySchema,
  type Tested,
  testedSchema,
} from '@portal/contracts/webhooks';
import { type Actor, CurrentActor } from '../../db/actor.js';
import { ApiErrors, ApiResponse } from '../../http/routes/api-operation.js';
import { ProjectId } from '../../http/routes/params.js';
import { DeliveriesService } from './deliveries.service.js';
import { Managed, WebhookId } from './webhook-routes.js';

const EventId = () => Param('eventId', { schema: eventIdSchema });

/** What became of the events at a webhook. */
@Controller('projects/:projectId/webhooks/:webhookId')
export class DeliveriesController {
  constructor(private readonly deliveries: DeliveriesService) {}

  @Get('deliveries')
  @Managed()
  @ApiResponse('The deliveries of 30 days with their last answers, newest first', deliveryLogSchema)
  @ApiErrors('not-found')
  list(
    @ProjectId() projectId: number,
    @WebhookId() webhookId: number,
    @Query({ schema: deliveriesQuerySchema }) query: DeliveriesQuery,
  ): Promise<DeliveryLog> {
    return this.deliveries.list(projectId, webhookId, query);
  }

  @Get('deliveries/:eventId')
  @Managed()
  @ApiResponse('One delivery with its tries and answers', deliveryDetailSchema)
  @ApiErrors('not-found')
  get(
    @ProjectId() projectId: number,
    @WebhookId() webhookId: number,
    @EventId() eventId: string,
  ): Promise<DeliveryDetail> {
    return this.deliveries.get(projectId, webhookId, eventId);
  }

  @Post('deliveries/:eventId/replay')
  @HttpCode(200)
  @Managed()
  @ApiResponse('The delivery, which is tried again at once', deliveryDetailSchema)
  @ApiErrors('not-found', 'conflict')
  replayOne(
    @ProjectId() projectId: number,
    @WebhookId() webhookId: number,
    @EventId() eventId: string,
    @CurrentActor() actor: Actor,
  ): Promise<DeliveryDetail> {
    return this.deliveries.replayOne(projectId, webhookId, eventId, actor);
  }

  @Post('replay')
  @HttpCode(200)
  @Managed()
  @ApiResponse('How many deliveries of the time are tried again', replayedSchema)
  @ApiErrors('not-found', 'conflict')
  replayRange(
    @ProjectId() projectId: number,
    @WebhookId() webhookId: number,
    @Body({ schema: replaySchema }) range: Replay,
    @CurrentActor() actor: Actor,
  ): Promise<Replayed> {
    return this.deliveries.replayRange(projectId, webhookId, range, actor);
  }

  @Post('test')
  @Managed()
  @ApiResponse('An event of the type webhook.test is sent at once', testedSchema, { status: 201 })
  @ApiErrors('not-found', 'conflict')
  test(
    @ProjectId() projectId: number,
    @WebhookId() webhookId: number,
    @CurrentActor() actor: Actor,
  ): Promise<Tested> {
    return this.deliveries.test(projectId, webhookId, actor);
  }
}
