import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import {
  notificationIdSchema,
  type Notifications,
  type NotificationsQuery,
  notificationsQuerySchema,
  notificationsSchema,
  type ReadAll,
  readAllSchema,
  type Unread,
  unreadSchema,
} from '@portal/contracts/notifications';
import type { Caller } from '@portal/domain/caller';
import { type Actor, CurrentActor } from '../../db/actor.js';
import { Allow } from '../../http/routes/access.js';
import { ApiErrors, ApiResponse } from '../../http/routes/api-operation.js';
import { CurrentCaller } from '../../identity/current-caller.js';
import { NotificationsService } from './notifications.service.js';

/** What the portal tells the caller, who alone sees it. */
@Controller('notifications')
export class NotificationsController {
  constructor(private readonly notifications: NotificationsService) {}

  @Get()
  @Allow.signedIn()
  @ApiResponse('What the portal told the caller in the last 90 days', notificationsSchema)
  list(
    @Query({ schema: notificationsQuerySchema }) query: NotificationsQuery,
    @CurrentCaller() caller: Caller,
  ): Promise<Notifications> {
    return this.notifications.list(caller.userId, query);
  }

  @Post('read')
  @HttpCode(200)
  @Allow.signedIn()
  @ApiResponse('All are read, or those until the given instant', unreadSchema)
  markAll(
    @Body({ schema: readAllSchema }) { until }: ReadAll,
    @CurrentCaller() caller: Caller,
    @CurrentActor() actor: Actor,
  ): Promise<Unread> {
    return this.notifications.markAll(caller.userId, until, actor);
  }

  @Post(':notificationId/read')
  @HttpCode(200)
  @Allow.signedIn()
  @ApiResponse('The notification is read', unreadSchema)
  @ApiErrors('not-found')
  mark(
    @Param('notificationId', { schema: notificationIdSchema }) id: string,
    @CurrentCaller() caller: Caller,
    @CurrentActor() actor: Actor,
  ): Promise<Unread> {
    return this.notifications.mark(caller.userId, id, actor);
  }
}
