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
import { CurrentCaller } from '../../../identity/current-caller.js';
import {
  IF_MATCH,
  tagged,
  taggedUnlessHeld,
  UNCHANGED,
  VERSIONED,
} from '../../../http/output/etags.js';
import { Reply } from '../../../http/output/reply.js';
import { ProfileService } from './profile.service.js';

/** The caller's own profile. */
@Controller('auth/profile/me')
export class ProfileController {
  constructor(private readonly profiles: ProfileService) {}

  @Get()
  @Allow.signedIn()
  @ApiResponse('The profile of the caller', profileSchema, VERSIONED)
  @ApiResponse(...UNCHANGED)
  async read(
    @CurrentCaller() caller: Caller,
    @Req() request: FastifyRequest,
    @Reply() reply: FastifyReply,
  ): Promise<Profile | undefined> {
    return taggedUnlessHeld(request, reply, await this.profiles.read(caller.userId));
  }

  @Put()
  @Allow.signedIn()
  @ApiResponse('The changed profile of the caller', profileSchema, VERSIONED)
  @ApiRequest({ headers: IF_MATCH })
  @ApiErrors('conflict')
  async update(
    @CurrentActor() actor: Actor,
    @Body({ schema: profileUpdateSchema }) update: ProfileUpdate,
    @Headers('if-match') ifMatch: string | undefined,
    @Reply() reply: FastifyReply,
  ): Promise<Profile> {
    return tagged(reply, await this.profiles.update(actor.userId, update, ifMatch, actor));
  }
}
