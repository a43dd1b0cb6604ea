import type { QueryRunner } from 'typeorm';
import { sql } from '../sql.js';
import { Migration } from './migration.js';

/** Which functions, views and triggers the database has, so that a migration replaces what has changed. */
export class Code1800000000049 extends Migration {
  name = 'Code1800000000049';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql`
CREATE TABLE core.code (
  name      text PRIMARY KEY,
  text_hash text NOT NULL
);
COMMENT ON TABLE core.code IS
  'Functions, views and triggers as DROP names them, and the SHA-256 of the text that made each';

-- Version 0.2.0 has it and no later one, so it goes.
INSERT INTO core.code (name, text_hash)
VALUES ('FUNCTION agg.extremes(integer, numeric[], boolean, numeric[], integer[])', '')`);
  }
}
