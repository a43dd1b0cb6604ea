import type { QueryRunner } from 'typeorm';
import { sql } from '../sql.js';
import { Migration } from './migration.js';

/** Users are known by their Google account; earlier users are linked at their next sign-in. */
export class GoogleAccounts1800000000052 extends Migration {
  name = 'GoogleAccounts1800000000052';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql`
CREATE TABLE core.google_account (
  user_id    integer PRIMARY KEY REFERENCES core.app_user ON DELETE CASCADE,
  sub        text NOT NULL UNIQUE CHECK (length(sub) BETWEEN 1 AND 255),
  linked_at  timestamptz NOT NULL DEFAULT now(),
  refused    text,
  refused_at timestamptz
);
COMMENT ON TABLE core.google_account IS
  'The Google account of a user, by its sub: linked at the first sign-in, until an operator releases it';
COMMENT ON COLUMN core.google_account.refused IS 'Which sign-in was refused last, and at refused_at recorded';
`);
  }
}
