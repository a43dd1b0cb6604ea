import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sql } from '../sql.js';
import { flush } from './0002-aggregates-flush.js';
import { reviewTriggers } from './0002-aggregates-review.js';
import { definitions, pendingTables, readModels } from './0002-aggregates-tables.js';
import { taskTriggers } from './0002-aggregates-task.js';
import { otherTriggers } from './0002-aggregates-touch.js';

/**
 * The read models behind every dashboard, kept exact by the database itself. Statement triggers
 * queue what a statement changes; the commit applies the queue, moves the revision of each touched
 * project and raises the notification.
 */
export class Aggregates1790000000002 implements MigrationInterface {
  name = 'Aggregates1790000000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(definitions);
    await runner.query(readModels);
    await runner.query(pendingTables);
    await runner.query(flush);
    await runner.query(reviewTriggers);
    await runner.query(taskTriggers);
    await runner.query(otherTriggers);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(sql`DROP SCHEMA agg CASCADE`);
    await runner.query(sql`DROP FUNCTION core.activity_day, core.is_done, core.is_judged`);
    await runner.query(
      sql`DROP FUNCTION core.reporting_day, core.reporting_zone, core.set_reporting_zone`,
    );
  }
}
