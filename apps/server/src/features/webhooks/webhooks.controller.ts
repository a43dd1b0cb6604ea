import { Body, Controller, Delete, Get, Header, HttpCode, Post, Put } from '@nestjs/common';
import {
  type CreatedWebhook,
  createdWebhookSchema,
  type NewWebhook,
  newWebhookSchema,
  type Rotation,
  rotationSchema,
  type Webhook,
  webhookListSchema,
  webhookSchema,
  type WebhookUpdate,
  webhookUpdateSchema,
} from '@portal/contracts/webhooks';
import { type Actor, CurrentActor } from '../../db/actor.js';
import { IdempotencyKey } from '../../http/idempotency/key-rule.js';
import { ApiErrors, ApiResponse } from '../../http/routes/api-operation.js';
import { ProjectId } from '../../http/routes/params.js';
import { Managed, WebhookId } from './webhook-routes.js';
import { WebhooksService } from './webhooks.service.js';

const SHOWN_ONCE = 'the answer has a secret that the portal shows once';

/** Where other systems are told what happens in a project, by Standard Webhooks. */
@Controller('projects/:projectId/webhooks')
export class WebhooksController {
  constructor(private readonly webhooks: WebhooksService) {}

  @Get()
  @Managed()
  @ApiResponse('The webhooks of a project, by name', webhookListSchema)
  list(@ProjectId() projectId: number): Promise<readonly Webhook[]> {
    return this.webhooks.list(projectId);
  }

  @Post()
  @Header('cache-control', 'no-store')
  @Managed()
  @IdempotencyKey({ refused: SHOWN_ONCE })
  @ApiResponse('The new webhook with its secret, which is shown only once', createdWebhookSchema, {
    status: 201,
  })
  @ApiErrors('conflict')
  create(
    @ProjectId() projectId: number,
    @Body({ schema: newWebhookSchema }) webhook: NewWebhook,
    @CurrentActor() actor: Actor,
  ): Promise<CreatedWebhook> {
    return this.webhooks.create(projectId, webhook, actor);
  }

  @Get(':webhookId')
  @Managed()
  @ApiResponse('One webhook', webhookSchema)
  @ApiErrors('not-found')
  get(@ProjectId() projectId: number, @WebhookId() webhookId: number): Promise<Webhook> {
    return this.webhooks.get(projectId, webhookId);
  }

  @Put(':webhookId')
  @Managed()
  @ApiResponse('The webhook, changed', webhookSchema)
  @ApiErrors('not-found', 'conflict')
  update(
    @ProjectId() projectId: number,
    @WebhookId() webhookId: number,
    @Body({ schema: webhookUpdateSchema }) update: WebhookUpdate,
    @CurrentActor() actor: Actor,
  ): Promise<Webhook> {
    return this.webhooks.update(projectId, webhookId, update, actor);
  }

  @Delete(':webhookId')
  @HttpCode(204)
  @Managed()
  @ApiResponse('The webhook and its log are gone', null)
  @ApiErrors('not-found')
  remove(
    @ProjectId() projectId: number,
    @WebhookId() webhookId: number,
    @CurrentActor() actor: Actor,
  ): Promise<void> {
    return this.webhooks.remove(projectId, webhookId, actor);
  }

  @Post(':webhookId/secret')
  @Header('cache-control', 'no-store')
  @Managed()
  @IdempotencyKey({ refused: SHOWN_ONCE })
  @ApiResponse('The webhook with a new secret, which is shown only once', createdWebhookSchema, {
    status: 201,
  })
  @ApiErrors('not-found')
  rotate(
    @ProjectId() projectId: number,
    @WebhookId() webhookId: number,
    @Body({ schema: rotationSchema }) { overlap_hours }: Rotation,
    @CurrentActor() actor: Actor,
  ): Promise<CreatedWebhook> {
    return this.webhooks.rotate(projectId, webhookId, overlap_hours, actor);
  }
}
