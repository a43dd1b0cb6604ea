import { Inject, Injectable } from '@nestjs/common';
import { sql } from '@portal/persistence/sql';
import type { DataSource } from 'typeorm';
import { SESSIONS } from '../../platform.tokens.js';
import { ProblemException } from '../../problems/problem.js';
import type { VerifiedIdentity } from './identity-provider.js';

/** Creates and updates users at sign-in, by their verified email. */
@Injectable()
export class UserRegistration {
  constructor(@Inject(SESSIONS) private readonly dataSource: DataSource) {}

  /**
   * The id of the user. An unknown user is created without permissions.
   * @throws {ProblemException} `forbidden` if the account is deactivated
   */
  async admit({ email, name, picture }: VerifiedIdentity): Promise<number> {
    const rows = await this.dataSource.query<{ id: number; is_active: boolean }[]>(
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
    return user.id;
  }
}
