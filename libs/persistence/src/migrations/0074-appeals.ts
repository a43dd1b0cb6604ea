import type { QueryRunner } from 'typeorm';
import { sql } from '../sql.js';
import { Migration } from './migration.js';

/** What the user of a task answers to feedback that sent it back. */
export class Appeals1800000000076 extends Migration {
  name = 'Appeals1800000000076';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql`
ALTER TABLE core.task_feedback
  ADD COLUMN appeal text,
  ADD COLUMN appealed_at timestamptz;
COMMENT ON COLUMN core.task_feedback.appeal IS 'Why the user of the task asked for another look';
`);
  }
}
