import { meaningOf } from '@portal/persistence/database-errors';
import { sql } from '@portal/persistence/sql';
import type { Client } from 'pg';
import type { ImportAttempt, ImportOutcome } from './import-attempt.js';
import { mergeBatches } from './merge/batches.js';
import { copyBlock } from './merge/copy-block.js';
import { clearBatches, createStage } from './merge/stage.js';
import { planForLookups } from './merge/task-statements.js';
import { analyzeIfEmpty, keepAutovacuumAway } from './planner-statistics.js';
import { keepProjects, stagedProjects, tryLockProjects } from './project-locks.js';
import { acceptReading, readRows } from './import-reading.js';

/**
 * The ids of the file do not rise from above every stored id, a row names too little for a new task, another
 * import merges into one of its projects, or one of these is gone: it has to be merged.
 */
export class CannotAppend extends Error {
  override name = 'CannotAppend';
}

/**
 * Copies a file directly into the tables. Its ids must rise from row to row and from above every
 * stored id: then none of its tasks exists and nothing has to be compared. Staging would double the
 * cost. A large first load is such a file.
 * @throws {CannotAppend} if the ids turn out to be different; the caller must roll back
 */
export async function appendFile(
  db: Client,
  attempt: ImportAttempt,
  firstTaskId: number,
): Promise<ImportOutcome> {
  await keepAutovacuumAway(db);
  await db.query(planForLookups);
  if (await existsFrom(db, firstTaskId)) throw new CannotAppend();
  await createStage(db);
  const read = await readRows(attempt, 'tables', async (block) => {
    try {
      await copyBlock(db, block);
    } catch (error) {
      throw isTaken(error) ? new CannotAppend() : error;
    }
    // The tasks of these batches follow in the next blocks.
    if (block.table === 'stage_batch') {
      const projects = await stagedProjects(db);
      if (!(await tryLockProjects(db, attempt, projects))) throw new CannotAppend();
      if (!(await keepProjects(db, projects))) throw new CannotAppend();
      await mergeBatches(db);
      await clearBatches(db);
    } else {
      await analyzeIfEmpty(db);
    }
  });
  if (!read.ascending || !read.complete) throw new CannotAppend();
  acceptReading(attempt, read);
  const named = await db.query<{ delivery_batches: number }>(deliveryBatches, [firstTaskId]);
  const delivery_batches = named.rows[0]?.delivery_batches ?? 0;
  const counts = { insert: read.written, update: 0, unchanged: 0, delivery_batches };
  return { rows: read.rows, counts, older: 0, sample: [] };
}

/** A repeated task, or one that another transaction has just inserted. */
function isTaken(error: unknown): boolean {
  return meaningOf(error) === 'unique';
}

async function existsFrom(db: Client, taskId: number): Promise<boolean> {
  const found = await db.query<{ exists: boolean }>(
    sql`SELECT EXISTS (SELECT FROM core.task WHERE turing_task_id >= $1) AS exists`,
    [taskId],
  );
  return found.rows[0]?.exists ?? true;
}

const deliveryBatches = sql`
SELECT count(*) AS delivery_batches
FROM (
  SELECT DISTINCT project_id, delivery_batch FROM core.task
  WHERE turing_task_id >= $1 AND changed_in = pg_current_xact_id() AND delivery_batch IS NOT NULL
) AS named
`;
