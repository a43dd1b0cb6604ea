import type { QueryRunner } from 'typeorm';
import { sql } from '../sql.js';
import { Migration } from './migration.js';

/** Which reviews the user of a task has opened. */
export class ReadReviews1800000000082 extends Migration {
  name = 'ReadReviews1800000000082';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql`
CREATE TABLE core.review_read (
  turing_task_id   bigint NOT NULL REFERENCES core.task ON UPDATE CASCADE ON DELETE CASCADE,
  turing_review_id bigint NOT NULL,
  read_at          timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (turing_task_id, turing_review_id)
);
COMMENT ON TABLE core.review_read IS
  'Reviews of tasks in rework that the user of the task has opened; imports may remove a review, its row stays';
`);
  }
}
