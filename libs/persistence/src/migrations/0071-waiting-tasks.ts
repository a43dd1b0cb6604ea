import type { QueryRunner } from 'typeorm';
import { sql } from '../sql.js';
import { Migration } from './migration.js';

/**
 * The waiting tasks of a user in the order of waiting (ADR 188). Tasks can be written while it is built, therefore
 * outside a transaction; an interrupted run begins again.
 */
export class WaitingTasks1800000000073 extends Migration {
  name = 'WaitingTasks1800000000073';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql`DROP INDEX CONCURRENTLY IF EXISTS core.task_waiting`);
    await runner.query(sql`
CREATE INDEX CONCURRENTLY task_waiting ON core.task (
  project_id, core.index_key(user_email), coalesce(completed_at, updated_at, created_at),
  turing_task_id)
WHERE status IN ('completed', 'ready_for_review')`);
  }
}
