import type { QueryRunner } from 'typeorm';
import { sql } from '../sql.js';
import { Migration } from './migration.js';

/** Who reviews which waiting task now, so that two reviewers do not work on the same one. */
export class ReviewClaims1800000000058 extends Migration {
  name = 'ReviewClaims1800000000058';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql`
CREATE TABLE core.review_claim (
  turing_task_id bigint PRIMARY KEY REFERENCES core.task ON DELETE CASCADE,
  user_id        integer NOT NULL REFERENCES core.app_user ON DELETE CASCADE,
  claimed_at     timestamptz NOT NULL DEFAULT now(),
  expires_at     timestamptz NOT NULL,
  asked_by       integer REFERENCES core.app_user ON DELETE SET NULL
);
CREATE INDEX review_claim_user ON core.review_claim (user_id);
CREATE INDEX review_claim_asked_by ON core.review_claim (asked_by);
COMMENT ON TABLE core.review_claim IS
  'Who reviews which waiting task; a row counts only while each query finds that it holds';
COMMENT ON COLUMN core.review_claim.asked_by IS 'Who asked the reviewer last to give the task back';

ALTER TABLE core.project ADD claims_per_reviewer integer NOT NULL DEFAULT 3
  CHECK (claims_per_reviewer BETWEEN 1 AND 20);
COMMENT ON COLUMN core.project.claims_per_reviewer IS
  'How many waiting tasks one reviewer may have claimed at a time';
`);
  }
}
