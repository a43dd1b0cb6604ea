import type { QueryRunner } from 'typeorm';
import { sql } from '../sql.js';
import { Migration } from './migration.js';

/** A kept answer is given only while its user has what they had when it was made. */
export class GrantsOfKeys1800000000053 extends Migration {
  name = 'GrantsOfKeys1800000000053';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql`
ALTER TABLE core.idempotency_key ADD grants jsonb;
COMMENT ON COLUMN core.idempotency_key.grants IS
  'What the user was granted when the request came; null if it was not recorded, in version 0.2.0';
`);
  }
}
