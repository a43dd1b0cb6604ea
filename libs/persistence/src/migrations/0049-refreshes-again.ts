import type { QueryRunner } from 'typeorm';
import { sql } from '../sql.js';
import { Migration } from './migration.js';

/** A refresh whose response was lost can be sent once more. */
export class RefreshesAgain1800000000051 extends Migration {
  name = 'RefreshesAgain1800000000051';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql`
ALTER TABLE core.refresh_token ADD used_again_at timestamptz;
COMMENT ON COLUMN core.refresh_token.used_again_at IS
  'When a used token was sent again and got the same successor, as once it may; else null';
`);
  }
}
