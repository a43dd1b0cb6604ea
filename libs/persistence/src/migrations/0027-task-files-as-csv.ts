import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sql } from '../sql.js';

/** Imports of CSV files: how their columns and empty cells are read. */
export class TaskFilesAsCsv1800000000029 implements MigrationInterface {
  name = 'TaskFilesAsCsv1800000000029';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql`
ALTER TABLE core.task_import
  ADD COLUMN format  text NOT NULL DEFAULT 'json' CHECK (format IN ('json', 'csv')),
  ADD COLUMN columns jsonb,
  ADD COLUMN empty   text NOT NULL DEFAULT 'keep' CHECK (empty IN ('keep', 'clear'));
COMMENT ON COLUMN core.task_import.columns IS
  'Fields by header of a CSV file, null to ignore one; null if the headers are the fields';
COMMENT ON COLUMN core.task_import.empty IS
  'Whether an empty cell of a CSV file keeps the stored value or clears it';
`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(sql`
ALTER TABLE core.task_import DROP COLUMN format, DROP COLUMN columns, DROP COLUMN empty;
`);
  }
}
