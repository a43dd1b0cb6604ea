import { Module } from '@nestjs/common';
import { listController } from '../../lists/list.controller.js';
import { UserAccessController } from './access/user-access.controller.js';
import { UserAccessService } from './access/user-access.service.js';
import { AnonymisationController } from './anonymisation/anonymisation.controller.js';
import { AnonymisationService } from './anonymisation/anonymisation.service.js';
import { ApiTokensController } from './api-tokens/api-tokens.controller.js';
import { ApiTokensService } from './api-tokens/api-tokens.service.js';
import { OnboardingController } from './onboarding/onboarding.controller.js';
import { OnboardingService } from './onboarding/onboarding.service.js';
import { ProfileController } from './profile/profile.controller.js';
import { ProfileService } from './profile/profile.service.js';
import { UserProfileController } from './profile/user-profile.controller.js';
import { USERS } from './lists/users.list.js';
import { SessionsController } from './sessions/sessions.controller.js';
import { SessionsService } from './sessions/sessions.service.js';

/** Users: the list of the administration, profiles, access, API tokens and sessions. */
@Module({
  controllers: [
    ProfileController,
    UserProfileController,
    UserAccessController,
    ApiTokensController,
    SessionsController,
    OnboardingController,
    AnonymisationController,
    listController(USERS),
  ],
  providers: [
    ProfileService,
    UserAccessService,
    ApiTokensService,
    SessionsService,
    OnboardingService,
    AnonymisationService,
  ],
})
export class UsersModule {}
