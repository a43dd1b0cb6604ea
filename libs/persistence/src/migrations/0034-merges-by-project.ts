import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sql } from '../sql.js';

/** Imports of different projects merge at the same time. */
export class MergesByProject1800000000036 implements MigrationInterface {
  name = 'MergesByProject1800000000036';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql`
ALTER TABLE core.task_import ADD projects integer[] NOT NULL DEFAULT '{}';
COMMENT ON COLUMN core.task_import.projects IS
  'The projects that it merges into, as far as they are known';
`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(sql`ALTER TABLE core.task_import DROP projects`);
  }
}
