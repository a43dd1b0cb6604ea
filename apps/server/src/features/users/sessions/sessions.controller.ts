import { Controller, Delete, Get, HttpCode, Param } from '@nestjs/common';
import { type Sessions, sessionsSchema } from '@portal/contracts/sessions';
import { z } from 'zod';
import { type Actor, CurrentActor } from '../../../db/actor.js';
import { Allow } from '../../../http/routes/access.js';
import { UserId } from '../../../http/routes/params.js';
import type { CallerSession } from '../../../identity/caller-session.js';
import { CurrentCaller } from '../../../identity/current-caller.js';
import { ApiErrors, ApiResponse } from '../../../http/routes/api-operation.js';
import { SessionsService } from './sessions.service.js';

const SessionId = () => Param('sessionId', { schema: z.uuid() });

/** The sessions of the caller, and of users that the caller manages. */
@Controller('auth/admin/users/:userId/sessions')
export class SessionsController {
  constructor(private readonly sessions: SessionsService) {}

  @Get()
  @Allow.signedIn()
  @ApiResponse('The sessions of a user, the last used first', sessionsSchema)
  @ApiErrors('forbidden')
  list(@UserId() userId: number, @CurrentCaller() caller: CallerSession): Promise<Sessions> {
    return this.sessions.list(userId, caller);
  }

  @Delete()
  @HttpCode(204)
  @Allow.signedIn()
  @ApiResponse('The sessions have ended, except the one of the request', null)
  @ApiErrors('forbidden')
  endAll(
    @UserId() userId: number,
    @CurrentCaller() caller: CallerSession,
    @CurrentActor() actor: Actor,
  ): Promise<void> {
    return this.sessions.endAll(userId, caller, actor);
  }

  @Delete(':sessionId')
  @HttpCode(204)
  @Allow.signedIn()
  @ApiResponse('The session has ended', null)
  @ApiErrors('forbidden')
  endOne(
    @UserId() userId: number,
    @SessionId() sessionId: string,
    @CurrentCaller() caller: CallerSession,
    @CurrentActor() actor: Actor,
  ): Promise<void> {
    return this.sessions.endOne(userId, sessionId, caller, actor);
  }
}
