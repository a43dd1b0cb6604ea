import type { QueryRunner } from 'typeorm';
import { sql } from '../sql.js';
import { Migration } from './migration.js';

/** A weekly target may repeat until another one begins, and may be that of one member. */
export class TargetsThatRepeat1800000000055 extends Migration {
  name = 'TargetsThatRepeat1800000000055';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql`
ALTER TABLE core.pod_weekly_target
  ADD user_email text REFERENCES core.app_user (email) ON UPDATE CASCADE ON DELETE CASCADE,
  ADD repeats boolean NOT NULL DEFAULT false,
  DROP CONSTRAINT pod_weekly_target_no_overlap;
ALTER TABLE core.pod_weekly_target
  ADD CONSTRAINT pod_weekly_target_no_overlap EXCLUDE USING gist (
    pod_name WITH =, coalesce(user_email, '') WITH =,
    daterange(week_start_date, week_end_date, '[]') WITH &&) WHERE (NOT repeats);
CREATE UNIQUE INDEX pod_weekly_target_repeats
  ON core.pod_weekly_target (pod_name, coalesce(user_email, ''), week_start_date) WHERE repeats;
-- What custom SQL reads of a pod is found by it, and no row of another pod.
CREATE INDEX pod_weekly_target_pod ON core.pod_weekly_target (pod_name);
CREATE INDEX pod_weekly_target_user ON core.pod_weekly_target (user_email);
COMMENT ON COLUMN core.pod_weekly_target.user_email IS 'The only member it is for; null for each trainer';
COMMENT ON COLUMN core.pod_weekly_target.repeats IS
  'Whether it holds in each week from its start on, where no later target does';
`);
  }
}
