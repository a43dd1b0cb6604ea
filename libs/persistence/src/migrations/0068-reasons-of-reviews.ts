import type { QueryRunner } from 'typeorm';
import { sql } from '../sql.js';
import { Migration } from './migration.js';

/** Why the reviews of task files send tasks back. */
export class ReasonsOfReviews1800000000070 extends Migration {
  name = 'ReasonsOfReviews1800000000070';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql`ALTER TABLE core.task_review ADD COLUMN reasons text[]`);
    await runner.query(
      sql`COMMENT ON COLUMN core.task_review.reasons IS 'As in the task file; null if none'`,
    );
  }
}
