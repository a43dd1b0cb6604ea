import { Body, Controller, Get, Headers, Put, Req } from '@nestjs/common';
import {
  type Profile,
  profileSchema,
  type ProfileUpdate,
  profileUpdateSchema,
} from '@portal/contracts/auth';
import type { Caller } from '@portal/domain/caller';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Actor, CurrentActor } from '../../../db/actor.js';
import { Allow } from '../../../http/routes/access.js';
import { ApiErrors, ApiRequest, ApiResponse } from '../../../http/routes/api-operation.js';
import { UserId } from '../../../http/routes/params.js';
import { CurrentCaller } from '../../../identity/current-caller.js';
import {
  IF_MATCH,
  tagged,
  taggedUnlessHeld,
  UNCHANGED,
  VERSIONED,
} from '../../../http/output/etags.js';
import { Reply } from '../../../http/output/reply.js';
import { UserDirectory } from '../../../identity/granting/user-directory.js';
import { ProfileService } from './profile.service.js';

/** The profile of a user that the caller sees or manages. */
@Controller('auth/users/:userId/profile')
export class UserProfileController {
  constructor(
    private readonly users: UserDirectory,
    private readonly profiles: ProfileService,
  ) {}

  @Get()
  @Allow.signedIn()
  @ApiResponse('The profile of a user', profileSchema, VERSIONED)
  @ApiResponse(...UNCHANGED)
  async read(
    @UserId() userId: number,
    @CurrentCaller() caller: Caller,
    @Req() request: FastifyRequest,
    @Reply() reply: FastifyReply,
  ): Promise<Profile | undefined> {
    await this.users.visibleTo(caller, userId);
    return taggedUnlessHeld(request, reply, await this.profiles.read(userId));
  }

  @Put()
  @Allow.signedIn()
  @ApiResponse('The profile of a user, changed', profileSchema, VERSIONED)
  @ApiRequest({ headers: IF_MATCH })
  @ApiErrors('forbidden', 'conflict')
  async update(
    @UserId() userId: number,
    @Body({ schema: profileUpdateSchema }) update: ProfileUpdate,
    @Headers('if-match') ifMatch: string | undefined,
    @CurrentCaller() caller: Caller,
    @CurrentActor() actor: Actor,
    @Reply() reply: FastifyReply,
  ): Promise<Profile> {
    await this.users.managedBy(caller, userId);
    return tagged(reply, await this.profiles.update(userId, update, ifMatch, actor));
  }
}
