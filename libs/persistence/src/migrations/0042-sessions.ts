import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sql } from '../sql.js';

/** Sessions end a fixed time after their sign-in, and users know them by their browser. */
export class Sessions1800000000044 implements MigrationInterface {
  name = 'Sessions1800000000044';

  async up(runner: QueryRunner): Promise<void> {
    // Sessions of before count from this migration on.
    await runner.query(sql`
ALTER TABLE core.refresh_token
  ADD opened_at timestamptz NOT NULL DEFAULT now(),
  ADD user_agent text NOT NULL DEFAULT '';
COMMENT ON COLUMN core.refresh_token.opened_at IS
  'When the user signed in; the same for all tokens of a session';
`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(sql`ALTER TABLE core.refresh_token DROP opened_at, DROP user_agent`);
  }
}
