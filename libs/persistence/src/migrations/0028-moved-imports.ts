import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sql } from '../sql.js';

/** A waiting import can be moved in the queue, which is recorded. Housekeeping is one job. */
export class MovedImports1800000000030 implements MigrationInterface {
  name = 'MovedImports1800000000030';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql`
ALTER TABLE core.task_import
  ADD moved_to text CHECK (moved_to IN ('first', 'last')),
  ADD moved_among text CHECK (moved_among IN ('all', 'own')),
  ADD moved_at timestamptz,
  ADD CONSTRAINT task_import_moved CHECK (num_nulls(moved_to, moved_among, moved_at) IN (0, 3));
COMMENT ON COLUMN core.task_import.moved_to IS
  'Where a user has moved it in the queue; null if it keeps its turn';
COMMENT ON COLUMN core.task_import.moved_among IS
  'Among all waiting imports, or only among those of its uploader';
DROP TRIGGER record_change ON core.task_import;
CREATE TRIGGER record_change AFTER INSERT OR UPDATE OF cancel_requested_at, moved_at ON core.task_import
FOR EACH ROW EXECUTE FUNCTION core.record_row('id');
DELETE FROM core.chore WHERE name IN ('kept-files', 'lost-files', 'expired-sessions');
UPDATE core.chore SET name = 'housekeeping' WHERE name = 'access-changes';
`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(sql`
UPDATE core.chore SET name = 'access-changes' WHERE name = 'housekeeping';
DROP TRIGGER record_change ON core.task_import;
CREATE TRIGGER record_change AFTER INSERT OR UPDATE OF cancel_requested_at ON core.task_import
FOR EACH ROW EXECUTE FUNCTION core.record_row('id');
ALTER TABLE core.task_import
  DROP CONSTRAINT task_import_moved, DROP moved_to, DROP moved_among, DROP moved_at;
`);
  }
}
