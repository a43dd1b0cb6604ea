import { Inject, Module, type OnApplicationBootstrap } from '@nestjs/common';
import type { Config } from '@portal/platform/config';
import { Changes } from '../../../db/pools.js';
import { isLoopbackName } from '@portal/platform/loopback';
import { CONFIG } from '@portal/platform/tokens';
import { ensureDemoAccounts } from './demo-accounts.js';
import { DemoCodes } from './demo-codes.js';
import { DemoIdentityController } from './demo-identity.controller.js';

/** Part of the application only if `hasDemoIdentity` is true. */
@Module({ controllers: [DemoIdentityController], providers: [DemoCodes] })
export class DemoIdentityModule implements OnApplicationBootstrap {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly changes: Changes,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (this.config.demo) await ensureDemoAccounts(this.changes);
  }
}

/** People sign in with their own names and addresses, which nobody verifies. */
export function hasLocalSignIn(config: Config): boolean {
  return hasDemoIdentity(config) && !config.demo;
}

/** Never in production or with a public URL. */
export function hasDemoIdentity({ production, identity, publicUrl }: Config): boolean {
  return identity.kind === 'demo' && !production && isLoopbackName(new URL(publicUrl).hostname);
}
