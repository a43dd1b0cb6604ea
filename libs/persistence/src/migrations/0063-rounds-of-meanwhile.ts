import type { QueryRunner } from 'typeorm';
import { sql } from '../sql.js';
import { Migration } from './migration.js';

/** Counts what changed while the rounds of all tasks were filled. */
export class RoundsOfMeanwhile1800000000065 extends Migration {
  name = 'RoundsOfMeanwhile1800000000065';
  override readonly withCode = true;

  up(runner: QueryRunner): Promise<void> {
    return recountSinceBegin(runner);
  }
}

/** Has the commit, which has today's functions, count the rounds of tasks that changed since `noteBegin`. */
export async function recountSinceBegin(runner: QueryRunner): Promise<void> {
  await runner.query(sql`
INSERT INTO agg.pending_round
SELECT pg_current_xact_id(), turing_task_id
FROM core.meta JOIN core.task ON changed_in >= value::xid8
WHERE key = 'rounds_filled_from'`);
  await runner.query(sql`
INSERT INTO agg.touched
SELECT DISTINCT pg_current_xact_id(), project_id
FROM agg.pending_round JOIN core.task USING (turing_task_id)
ON CONFLICT DO NOTHING`);
  await runner.query(sql`DELETE FROM core.meta WHERE key = 'rounds_filled_from'`);
}
