import { Module } from '@nestjs/common';
import { AuthController } from './auth.controller.js';
import { FailedCalls } from './failed-calls.js';
import { IdentityEndpoints } from './identity-endpoints.js';
import { IdentityProvider } from './identity-provider.js';
import { UserRegistration } from './user-registration.js';
import { RefreshController } from './refresh.controller.js';
import { RefreshTokens } from './refresh-tokens.js';
import { SignInService } from './sign-in.service.js';

@Module({
  controllers: [AuthController, RefreshController],
  providers: [
    FailedCalls,
    IdentityEndpoints,
    IdentityProvider,
    UserRegistration,
    RefreshTokens,
    SignInService,
  ],
})
export class AuthModule {}
