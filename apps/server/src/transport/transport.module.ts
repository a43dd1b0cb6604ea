import { Global, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE, DiscoveryModule } from '@nestjs/core';
import { AccessGuard } from '../auth/access.guard.js';
import { AccessTokens } from '../auth/access-token.js';
import { Authenticator } from '../auth/authenticator.js';
import { CallerDirectory } from '../auth/caller-directory.js';
import { Drain } from './drain.js';
import { ProblemFilter } from '../problems/problem.filter.js';
import { RouteAudit } from '../openapi/route-audit.js';
import { SchemaPipe } from './schema.pipe.js';
import { UndeclaredInputGuard } from './undeclared-input.guard.js';

/** The steps of every request: authentication, validation and problem responses. */
@Global()
@Module({
  imports: [DiscoveryModule],
  providers: [
    AccessTokens,
    Authenticator,
    CallerDirectory,
    Drain,
    RouteAudit,
    // The order matters.
    { provide: APP_GUARD, useClass: AccessGuard },
    { provide: APP_GUARD, useClass: UndeclaredInputGuard },
    { provide: APP_PIPE, useClass: SchemaPipe },
    { provide: APP_FILTER, useClass: ProblemFilter },
  ],
  exports: [AccessTokens, Authenticator, CallerDirectory, Drain, RouteAudit],
})
export class TransportModule {}
