import type { QueryRunner } from 'typeorm';
import { sql } from '../sql.js';
import { Migration } from './migration.js';

/** How often features are used, by week and role and not by person. */
export class UseCounts1800000000061 extends Migration {
  name = 'UseCounts1800000000061';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql`
CREATE TABLE core.use_count (
  week    date NOT NULL,
  feature text NOT NULL,
  role    text NOT NULL,
  uses    bigint NOT NULL,
  PRIMARY KEY (week, feature, role)
);
COMMENT ON TABLE core.use_count IS 'How often the people with a role used a feature in a week. It does not say who';
COMMENT ON COLUMN core.use_count.week IS 'The Monday, in the reporting time zone';
`);
  }
}
