import type { QueryRunner } from 'typeorm';
import { sql } from '../sql.js';
import { Migration } from './migration.js';

/** Which rows of imports contradict what people changed in the portal after the time of the row. */
export class ImportConflicts1800000000060 extends Migration {
  name = 'ImportConflicts1800000000060';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql`
ALTER TABLE core.task_import
  ADD on_conflict text NOT NULL DEFAULT 'desk' CHECK (on_conflict IN ('desk', 'file')),
  ADD conflict_count bigint NOT NULL DEFAULT 0;
COMMENT ON COLUMN core.task_import.on_conflict IS
  'Which value a field gets that was changed in the portal after the time of its row: that of the desk or of the file';
COMMENT ON COLUMN core.task_import.conflict_count IS 'Rows that contradict later changes in the portal';

CREATE TABLE core.import_conflict (
  import_id      uuid NOT NULL REFERENCES core.task_import ON DELETE CASCADE,
  turing_task_id bigint NOT NULL,
  project_id     integer NOT NULL REFERENCES core.project ON DELETE CASCADE,
  row_number     bigint NOT NULL,
  fields         jsonb NOT NULL,
  changed_by     integer REFERENCES core.app_user ON DELETE SET NULL,
  changed_at     timestamptz NOT NULL,
  is_kept        boolean NOT NULL,
  PRIMARY KEY (import_id, turing_task_id)
);
CREATE INDEX import_conflict_task ON core.import_conflict (turing_task_id);
CREATE INDEX import_conflict_project ON core.import_conflict (project_id);
CREATE INDEX import_conflict_changed_by ON core.import_conflict (changed_by, changed_at);
COMMENT ON TABLE core.import_conflict IS
  'Rows of imports that contradict what a person changed in the portal after the time of the row';
COMMENT ON COLUMN core.import_conflict.fields IS 'Each such field with the value of the portal and that of the file';
COMMENT ON COLUMN core.import_conflict.is_kept IS 'Whether the task kept the values of the portal';
`);
  }
}
