import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sql } from '../sql.js';

/** A project has rules for its task files, and an import that changes too much of it waits for a yes. */
export class ImportRules1800000000033 implements MigrationInterface {
  name = 'ImportRules1800000000033';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql`
ALTER TABLE core.project
  ADD import_rules jsonb CHECK (jsonb_typeof(import_rules) = 'object');
COMMENT ON COLUMN core.project.import_rules IS
  'What the files of tasks must keep in the project; null for nothing';
ALTER TABLE core.task_import
  DROP CONSTRAINT task_import_state_check,
  ADD CHECK (state IN ('queued', 'running', 'unconfirmed', 'completed', 'failed', 'cancelled')),
  ADD rules jsonb,
  ADD shares jsonb,
  ADD project_ids integer[],
  ADD asked_at timestamptz,
  ADD confirmed_shares jsonb,
  ADD confirmed_at timestamptz,
  ADD confirmed_by integer REFERENCES core.app_user ON DELETE SET NULL,
  ADD filled_projects integer[] NOT NULL DEFAULT '{}';
COMMENT ON COLUMN core.task_import.rules IS
  'The rules of all projects at the start of the import; null while it does not run';
COMMENT ON COLUMN core.task_import.shares IS
  'How many tasks it changes and sends back, by project with such a rule; null until it is known';
COMMENT ON COLUMN core.task_import.project_ids IS
  'The projects of its rows and of the tasks that it changes; null without shares';
COMMENT ON COLUMN core.task_import.asked_at IS
  'Since when it waits for a yes; null if it does not';
COMMENT ON COLUMN core.task_import.confirmed_shares IS 'The shares to which somebody said yes';
COMMENT ON COLUMN core.task_import.filled_projects IS
  'The projects that had no tasks before, and have some since';
CREATE INDEX task_import_confirmed_by ON core.task_import (confirmed_by)
  WHERE confirmed_by IS NOT NULL;
DROP TRIGGER record_change ON core.task_import;
CREATE TRIGGER record_change
AFTER INSERT OR UPDATE OF cancel_requested_at, moved_at, confirmed_at ON core.task_import
FOR EACH ROW EXECUTE FUNCTION core.record_row('id');
`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(sql`
DROP TRIGGER record_change ON core.task_import;
CREATE TRIGGER record_change AFTER INSERT OR UPDATE OF cancel_requested_at, moved_at ON core.task_import
FOR EACH ROW EXECUTE FUNCTION core.record_row('id');
UPDATE core.task_import SET state = 'cancelled', phase = 'done', finished_at = clock_timestamp()
WHERE state = 'unconfirmed';
ALTER TABLE core.task_import
  DROP CONSTRAINT task_import_state_check,
  ADD CHECK (state IN ('queued', 'running', 'completed', 'failed', 'cancelled')),
  DROP rules, DROP shares, DROP project_ids, DROP asked_at, DROP confirmed_shares,
  DROP confirmed_at, DROP confirmed_by, DROP filled_projects;
ALTER TABLE core.project DROP import_rules;
`);
  }
}
