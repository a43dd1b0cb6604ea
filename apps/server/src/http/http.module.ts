import { Global, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE, DiscoveryModule } from '@nestjs/core';
import { AccessGuard } from './access.guard.js';
import { AccessTokens } from './access-token.js';
import { Authenticator } from './authenticator.js';
import { CallerDirectory } from './caller-directory.js';
import { Drain } from './drain.js';
import { ProblemFilter } from './problem.filter.js';
import { RouteAudit } from './route-audit.js';
import { SchemaPipe } from './schema.pipe.js';
import { UndeclaredInputGuard } from './undeclared-input.guard.js';

/** What every route goes through: who asks, what they send, how a refusal reads. */
@Global()
@Module({
  imports: [DiscoveryModule],
  providers: [
    AccessTokens,
    Authenticator,
    CallerDirectory,
    Drain,
    RouteAudit,
    // In this order.
    { provide: APP_GUARD, useClass: AccessGuard },
    { provide: APP_GUARD, useClass: UndeclaredInputGuard },
    { provide: APP_PIPE, useClass: SchemaPipe },
    { provide: APP_FILTER, useClass: ProblemFilter },
  ],
  exports: [AccessTokens, Authenticator, CallerDirectory, RouteAudit],
})
export class HttpModule {}
