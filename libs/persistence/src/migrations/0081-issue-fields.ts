import type { QueryRunner } from 'typeorm';
import { sql } from '../sql.js';
import { Migration } from './migration.js';

/** Counts by field the stored errors and warnings of imports that version 0.1.0 ran. */
export class IssueFields1800000000083 extends Migration {
  name = 'IssueFields1800000000083';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql`
UPDATE core.task_import SET issue_fields = (
  SELECT jsonb_object_agg(field, count) FROM (
    SELECT field, count(*) FROM core.task_import_error
    WHERE import_id = task_import.id GROUP BY field) AS counted)
WHERE issue_fields IS NULL AND EXISTS (SELECT FROM core.task_import_error WHERE import_id = task_import.id)`);
    await runner.query(sql`
COMMENT ON COLUMN core.task_import.issue_fields IS
  'Number of errors and warnings by field; null until they are counted at the end'`);
  }
}
