import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sql } from '../sql.js';

/** Who switched an API token off: what its owner switched off is not for every manager to switch on. */
export class TokenDeactivator1790000000018 implements MigrationInterface {
  name = 'TokenDeactivator1790000000018';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql`
      ALTER TABLE core.api_token
        ADD COLUMN deactivated_by integer REFERENCES core.app_user ON DELETE SET NULL`);
    await runner.query(sql`
      COMMENT ON COLUMN core.api_token.deactivated_by IS
        'Who switched the token off; when that is not known, it counts as its owner'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(sql`ALTER TABLE core.api_token DROP COLUMN deactivated_by`);
  }
}
