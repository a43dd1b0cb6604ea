import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sql } from '../sql.js';

/** For how long the file of an import is kept is a setting. */
export class KeptFiles1800000000038 implements MigrationInterface {
  name = 'KeptFiles1800000000038';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql`
ALTER TABLE core.task_import ADD file_days integer NOT NULL DEFAULT 1;
COMMENT ON COLUMN core.task_import.file_days IS
  'For how many days the file is kept after the end';
`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(sql`ALTER TABLE core.task_import DROP file_days`);
  }
}
