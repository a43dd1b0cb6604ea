import type { QueryRunner } from 'typeorm';
import { sql } from '../sql.js';
import { Migration } from './migration.js';
import { noteBegin } from './0062-task-rounds.js';

const ROUNDS_AT_A_TIME = 20_000;

/**
 * Says of stored rounds what their tasks are for. Tasks can be written meanwhile, therefore outside a transaction; an
 * interrupted run begins again.
 */
export class FillWhatRoundsAwait1800000000078 extends Migration {
  name = 'FillWhatRoundsAwait1800000000078';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(noteBegin);
    await runner.query(sql`DROP INDEX CONCURRENTLY IF EXISTS core.task_round_awaits`);
    await runner.query(sql`
CREATE INDEX CONCURRENTLY task_round_awaits ON core.task_round (project_id, awaits, n) WHERE awaits IS NOT NULL`);
    for (let after = '0'; ;) {
      const [chunk] = await runner.manager.query<{ last: string | null }[]>(nextRounds, [after]);
      if (chunk?.last == null) break;
      await runner.query(fill, [after, chunk.last]);
      after = chunk.last;
    }
    await runner.query(sql`DROP INDEX CONCURRENTLY IF EXISTS core.task_round_rework`);
  }
}

const nextRounds = sql`
SELECT max(turing_task_id)::text AS last
FROM (
  SELECT turing_task_id FROM core.task_round WHERE turing_task_id > $1
  ORDER BY turing_task_id LIMIT ${ROUNDS_AT_A_TIME}
) AS chunk`;

/** Those that are filled already stay as they are. */
const fill = sql`
UPDATE core.task_round AS last
SET awaits = CASE task.status WHEN 'rework' THEN 'rework' ELSE 'review' END
FROM core.task
WHERE last.turing_task_id > $1 AND last.turing_task_id <= $2 AND last.awaits IS NULL
  AND task.turing_task_id = last.turing_task_id
  AND (task.status = 'rework' OR (task.status IN ('completed', 'ready_for_review') AND NOT EXISTS (
    SELECT FROM core.task_review AS review WHERE review.turing_task_id = task.turing_task_id OFFSET 0)))
  AND NOT EXISTS (
    SELECT FROM core.task_round AS later
    WHERE later.turing_task_id = last.turing_task_id AND later.n > last.n
    OFFSET 0)`;
