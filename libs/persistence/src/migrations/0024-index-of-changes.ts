import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sql } from '../sql.js';

/**
 * The index that answers which tasks of a project changed since a transaction. Tasks can be written while it is
 * built, therefore outside a transaction; an interrupted run begins again.
 */
export class IndexOfChanges1800000000026 implements MigrationInterface {
  name = 'IndexOfChanges1800000000026';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql`DROP INDEX CONCURRENTLY IF EXISTS core.task_changed`);
    await runner.query(sql`
CREATE INDEX CONCURRENTLY task_changed ON core.task (project_id, changed_in, turing_task_id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(sql`DROP INDEX core.task_changed`);
  }
}
