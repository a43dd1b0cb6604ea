import type { QueryRunner } from 'typeorm';
import { sql } from '../sql.js';
import { Migration } from './migration.js';

/** Which statistics failed when they ran last. */
export class FailingStatistics1800000000081 extends Migration {
  name = 'FailingStatistics1800000000081';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql`
CREATE TABLE core.custom_stat_failure (
  stat_id   integer PRIMARY KEY REFERENCES core.custom_stat ON DELETE CASCADE,
  failed_at timestamptz NOT NULL
);
COMMENT ON TABLE core.custom_stat_failure IS
  'Statistics whose last run failed by their query; one that was changed since counts no more';
`);
  }
}
