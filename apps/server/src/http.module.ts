import { Global, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE, DiscoveryModule } from '@nestjs/core';
import { AccessGuard } from './identity/access.guard.js';
import { AccessTokens } from './identity/access-token.js';
import { Authenticator } from './identity/authenticator.js';
import { CallerDirectory } from './identity/caller-directory.js';
import { OpenStreams } from './identity/open-streams.js';
import { RightsInterceptor } from './identity/rights.interceptor.js';
import { Drain } from './http/drain.js';
import { IdempotencyGuard } from './http/idempotency/idempotency.guard.js';
import { IdempotencyKeys } from './http/idempotency/idempotency-keys.js';
import { ReplayFilter } from './http/idempotency/replay.js';
import { ProblemFilter } from './http/problems/problem.filter.js';
import { RouteAudit } from './http/routes/route-audit.js';
import { SchemaPipe } from './http/input/schema.pipe.js';
import { UndeclaredInputGuard } from './http/input/undeclared-input.guard.js';

/** The steps of every request: authentication, validation and problem responses. */
@Global()
@Module({
  imports: [DiscoveryModule],
  providers: [
    AccessTokens,
    Authenticator,
    CallerDirectory,
    Drain,
    IdempotencyKeys,
    OpenStreams,
    RouteAudit,
    // The order matters.
    { provide: APP_GUARD, useClass: AccessGuard },
    { provide: APP_GUARD, useClass: UndeclaredInputGuard },
    { provide: APP_GUARD, useClass: IdempotencyGuard },
    { provide: APP_INTERCEPTOR, useClass: RightsInterceptor },
    { provide: APP_PIPE, useClass: SchemaPipe },
    { provide: APP_FILTER, useClass: ProblemFilter },
    { provide: APP_FILTER, useClass: ReplayFilter },
  ],
  exports: [AccessTokens, Authenticator, CallerDirectory, Drain, IdempotencyKeys, RouteAudit],
})
export class HttpModule {}
