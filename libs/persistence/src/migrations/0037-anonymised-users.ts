import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sql } from '../sql.js';

/** A user who left can be anonymised. */
export class AnonymisedUsers1800000000039 implements MigrationInterface {
  name = 'AnonymisedUsers1800000000039';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql`
ALTER TABLE core.app_user ADD anonymised_at timestamptz;
COMMENT ON COLUMN core.app_user.anonymised_at IS
  'When address and name of the person were replaced everywhere; null if they were not';
`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(sql`ALTER TABLE core.app_user DROP anonymised_at`);
  }
}
