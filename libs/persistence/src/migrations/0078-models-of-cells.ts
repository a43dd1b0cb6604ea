import type { QueryRunner } from 'typeorm';
import { sql } from '../sql.js';
import { Migration } from './migration.js';

/**
 * Each model once, for searches of tasks. Tasks can be written while it is built, therefore outside a transaction; an
 * interrupted run begins again.
 */
export class ModelsOfCells1800000000080 extends Migration {
  name = 'ModelsOfCells1800000000080';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql`DROP INDEX CONCURRENTLY IF EXISTS agg.task_cell_model`);
    await runner.query(sql`
CREATE INDEX CONCURRENTLY task_cell_model ON agg.task_cell (target_model, project_id, turing_batch_id)`);
  }
}
