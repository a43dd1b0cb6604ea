import { Module } from '@nestjs/common';
import { ThrottlerModule } from '@nestjs/throttler';
import type { Config } from '@portal/platform/config';
import type { DataSource } from 'typeorm';
import { clientKey } from '../../transport/client-ip.js';
import { CONFIG, SESSIONS } from '../../platform.tokens.js';
import { AuthController } from './auth.controller.js';
import { IdentityEndpoints } from './identity-endpoints.js';
import { IdentityProvider } from './identity-provider.js';
import { UserRegistration } from './user-registration.js';
import { RefreshController } from './refresh.controller.js';
import { RefreshTokens } from './refresh-tokens.js';
import { SignInCalls } from './sign-in-calls.js';
import { SignInService } from './sign-in.service.js';

const MINUTE_MS = 60_000;

@Module({
  imports: [
    ThrottlerModule.forRootAsync({
      inject: [CONFIG, SESSIONS],
      useFactory: (config: Config, sessions: DataSource) => ({
        throttlers: [{ ttl: MINUTE_MS, limit: config.authRateLimit }],
        getTracker: ({ ip }) => clientKey(String(ip)),
        storage: new SignInCalls(sessions),
      }),
    }),
  ],
  controllers: [AuthController, RefreshController],
  providers: [IdentityEndpoints, IdentityProvider, UserRegistration, RefreshTokens, SignInService],
})
export class AuthModule {}
