import { Body, Controller, Get, Put } from '@nestjs/common';
import {
  type Profile,
  profileSchema,
  type ProfileUpdate,
  profileUpdateSchema,
} from '@portal/contracts/auth';
import type { Caller } from '@portal/domain/caller';
import { type Actor, CurrentActor } from '../../../changes/actor.js';
import { Allow } from '../../../auth/access.js';
import { ApiResponse } from '../../../openapi/api-operation.js';
import { CurrentCaller } from '../../../auth/current-caller.js';
import { ProfileService } from './profile.service.js';

/** The caller's own profile. */
@Controller('auth/profile/me')
export class ProfileController {
  constructor(private readonly profiles: ProfileService) {}

  @Get()
  @Allow.signedIn()
  @ApiResponse('The profile of the caller', profileSchema)
  read(@CurrentCaller() caller: Caller): Promise<Profile> {
    return this.profiles.read(caller.userId);
  }

  @Put()
  @Allow.signedIn()
  @ApiResponse('The changed profile of the caller', profileSchema)
  update(
    @CurrentActor() actor: Actor,
    @Body({ schema: profileUpdateSchema }) update: ProfileUpdate,
  ): Promise<Profile> {
    return this.profiles.update(actor.userId, update, actor);
  }
}
