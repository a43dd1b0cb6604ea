import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import {
  type Onboarding,
  onboardingSchema,
  type OnboardingResult,
  onboardingResultSchema,
} from '@portal/contracts/onboarding';
import type { Caller } from '@portal/domain/caller';
import { type Actor, CurrentActor } from '../../../db/actor.js';
import { Allow } from '../../../http/routes/access.js';
import { CurrentCaller } from '../../../identity/current-caller.js';
import { ApiErrors, ApiResponse } from '../../../http/routes/api-operation.js';
import { OnboardingService } from './onboarding.service.js';

/** Accounts, roles and a pod for many people in one transaction. */
@Controller('auth/users/onboarding')
export class OnboardingController {
  constructor(private readonly onboarding: OnboardingService) {}

  @Post()
  @HttpCode(200)
  @(Allow.with('user-manage').anywhere())
  @ApiResponse('What each person has now, or would have after a dry run', onboardingResultSchema)
  @ApiErrors('not-found', 'conflict')
  run(
    @Body({ schema: onboardingSchema }) request: Onboarding,
    @CurrentCaller() caller: Caller,
    @CurrentActor() actor: Actor,
  ): Promise<OnboardingResult> {
    return this.onboarding.run(request, caller, actor);
  }
}
