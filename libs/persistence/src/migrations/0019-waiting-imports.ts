import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sql } from '../sql.js';

/** Imports say what they wait for, and count their errors and warnings by field. */
export class WaitingImports1800000000021 implements MigrationInterface {
  name = 'WaitingImports1800000000021';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql`
ALTER TABLE core.task_import ADD merge_asked_at timestamptz, ADD issue_fields jsonb;
COMMENT ON COLUMN core.task_import.merge_asked_at IS
  'Since when it waits until another import has merged; null if it does not';
COMMENT ON COLUMN core.task_import.issue_fields IS
  'Number of errors and warnings by field; null if they were not counted';
`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(sql`
ALTER TABLE core.task_import DROP merge_asked_at, DROP issue_fields;
`);
  }
}
