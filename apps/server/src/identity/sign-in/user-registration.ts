import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { hasAdmin, makeAdmin } from '@portal/persistence/admin/first-admin';
import { sql } from '@portal/persistence/sql';
import type { Config } from '@portal/platform/config';
import type { Logger } from 'pino';
import { Sessions } from '../../db/pools.js';
import { CONFIG, LOGGER } from '../../platform.tokens.js';
import { ProblemException } from '../../http/problems/problem.js';
import type { VerifiedIdentity } from './identity-provider.js';

/** Creates and updates users at sign-in, by their verified email. */
@Injectable()
export class UserRegistration implements OnApplicationBootstrap {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly sessions: Sessions,
  ) {}

  /** Says how somebody becomes the first admin, where nobody could. */
  async onApplicationBootstrap(): Promise<void> {
    const { production, adminEmails } = this.config;
    if (!production || adminEmails.length > 0 || (await hasAdmin(this.sessions))) return;
    this.logger.warn(
      'nobody has full access to all projects: set PORTAL_ADMIN_EMAILS to your address and sign in, ' +
        'or run `npm run admin -- grant EMAIL` (in the image `node libs/persistence/dist/cli/admin.js grant EMAIL`)',
    );
  }

  /**
   * The id of the user. An unknown user is created without permissions; one of the configured admins
   * gets the role admin.
   * @throws {ProblemException} `forbidden` if the account is deactivated
   */
  async admit({ email, name, picture }: VerifiedIdentity): Promise<number> {
    const rows = await this.sessions.query<{ id: number; is_active: boolean }>(
      sql`
        INSERT INTO core.app_user (email, name, picture) VALUES ($1, $2, $3)
        ON CONFLICT (email) DO UPDATE SET
          name = coalesce(nullif(excluded.name, ''), app_user.name),
          picture = coalesce(excluded.picture, app_user.picture),
          updated_at = CASE
            WHEN excluded.name IN ('', app_user.name)
              AND coalesce(excluded.picture = app_user.picture, excluded.picture IS NULL)
            THEN app_user.updated_at ELSE now() END
        RETURNING id, is_active`,
      [email, name, picture],
    );
    const user = rows[0];
    if (!user?.is_active) {
      throw new ProblemException('forbidden', 'This account has been deactivated');
    }
    if (this.config.adminEmails.includes(email)) {
      await this.sessions.transaction((tx) => makeAdmin(tx, user.id));
    }
    return user.id;
  }
}
