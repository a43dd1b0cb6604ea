import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sql } from '../sql.js';

/** An import counts its starts itself: a job of the queue that is added anew begins at one again. */
export class StartsOfImports1800000000045 implements MigrationInterface {
  name = 'StartsOfImports1800000000045';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql`
ALTER TABLE core.task_import ADD starts integer NOT NULL DEFAULT 0;
COMMENT ON COLUMN core.task_import.starts IS
  'How often a worker has started it, also one that died';
`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(sql`ALTER TABLE core.task_import DROP starts`);
  }
}
