import { Body, Controller, Get, Param, Put } from '@nestjs/common';
import {
  type Profile,
  profileSchema,
  type ProfileUpdate,
  profileUpdateSchema,
} from '@portal/contracts/auth';
import { idParamSchema } from '@portal/contracts/scalars';
import type { Caller } from '@portal/domain/caller';
import { type Actor, CurrentActor } from '../../../changes/actor.js';
import { Allow } from '../../../auth/access.js';
import { ApiResponse, ApiErrors } from '../../../openapi/api-operation.js';
import { CurrentCaller } from '../../../auth/current-caller.js';
import { UserDirectory } from '../../../users/user-directory.js';
import { ProfileService } from './profile.service.js';

const UserId = () => Param('userId', { schema: idParamSchema });

/** The profile of a user that the caller sees or manages. */
@Controller('auth/users/:userId/profile')
export class UserProfileController {
  constructor(
    private readonly users: UserDirectory,
    private readonly profiles: ProfileService,
  ) {}

  @Get()
  @Allow.signedIn()
  @ApiResponse('The profile of a user', profileSchema)
  async read(@UserId() userId: number, @CurrentCaller() caller: Caller): Promise<Profile> {
    await this.users.visibleTo(caller, userId);
    return this.profiles.read(userId);
  }

  @Put()
  @Allow.signedIn()
  @ApiResponse('The profile of a user, changed', profileSchema)
  @ApiErrors('forbidden')
  async update(
    @UserId() userId: number,
    @Body({ schema: profileUpdateSchema }) update: ProfileUpdate,
    @CurrentCaller() caller: Caller,
    @CurrentActor() actor: Actor,
  ): Promise<Profile> {
    await this.users.managedBy(caller, userId);
    return this.profiles.update(userId, update, actor);
  }
}
