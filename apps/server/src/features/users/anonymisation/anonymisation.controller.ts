import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import {
  type Anonymisation,
  type AnonymisationInput,
  anonymisationInputSchema,
  anonymisationSchema,
} from '@portal/contracts/anonymisation';
import type { Caller } from '@portal/domain/caller';
import { type Actor, CurrentActor } from '../../../db/actor.js';
import { ApiErrors, ApiResponse } from '../../../http/routes/api-operation.js';
import { Allow } from '../../../http/routes/access.js';
import { UserId } from '../../../http/routes/params.js';
import { CurrentCaller } from '../../../identity/current-caller.js';
import { AnonymisationService } from './anonymisation.service.js';

/** A user who left is anonymised. */
@Controller('auth/users/:userId/anonymisation')
export class AnonymisationController {
  constructor(private readonly anonymisation: AnonymisationService) {}

  @Get()
  @Allow.signedIn()
  @ApiResponse('How many rows name the user, and what would name them then', anonymisationSchema)
  @ApiErrors('forbidden', 'conflict')
  preview(@UserId() userId: number, @CurrentCaller() caller: Caller): Promise<Anonymisation> {
    return this.anonymisation.preview(userId, caller);
  }

  @Post()
  @HttpCode(200)
  @Allow.signedIn()
  @ApiResponse('The user is anonymised, which nothing undoes', anonymisationSchema)
  @ApiErrors('forbidden', 'conflict')
  anonymise(
    @UserId() userId: number,
    @Body({ schema: anonymisationInputSchema }) { email }: AnonymisationInput,
    @CurrentCaller() caller: Caller,
    @CurrentActor() actor: Actor,
  ): Promise<Anonymisation> {
    return this.anonymisation.anonymise(userId, email, caller, actor);
  }
}
