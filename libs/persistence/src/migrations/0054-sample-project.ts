import type { QueryRunner } from 'typeorm';
import { sql } from '../sql.js';
import { Migration } from './migration.js';

/** A project of invented work, to look around in. */
export class SampleProject1800000000056 extends Migration {
  name = 'SampleProject1800000000056';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql`
ALTER TABLE core.project ADD is_sample boolean;
COMMENT ON COLUMN core.project.is_sample IS
  'Whether its work is invented, to look around in; null for a real project';
`);
  }
}
