import { Injectable } from '@nestjs/common';
import { sql } from '@portal/persistence/sql';
import { DataSource } from 'typeorm';
import { ProblemException } from '../../problems/problem.js';
import type { VerifiedIdentity } from './identity-provider.js';

/** Who signs in is known by their verified e-mail address. */
@Injectable()
export class PeopleService {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * The id of the person, who is created without any permission when not yet known.
   * @throws {ProblemException} `forbidden` when the account has been deactivated
   */
  async admit({ email, name, picture }: VerifiedIdentity): Promise<number> {
    const rows = await this.dataSource.query<{ id: number; is_active: boolean }[]>(
      sql`
        INSERT INTO core.app_user AS person (email, name, picture) VALUES ($1, $2, $3)
        ON CONFLICT (email) DO UPDATE SET
          name = coalesce(nullif(excluded.name, ''), person.name),
          picture = coalesce(excluded.picture, person.picture),
          updated_at = CASE
            WHEN excluded.name IN ('', person.name)
              AND coalesce(excluded.picture = person.picture, excluded.picture IS NULL)
            THEN person.updated_at ELSE now() END
        RETURNING id, is_active`,
      [email, name, picture],
    );
    const person = rows[0];
    if (!person?.is_active) {
      throw new ProblemException('forbidden', 'This account has been deactivated');
    }
    return person.id;
  }
}
