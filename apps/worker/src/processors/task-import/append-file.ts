import { sql } from '@portal/persistence/sql';
import { type Client, DatabaseError } from 'pg';
import { tryLockMerges } from './import-connection.js';
import type { ImportAttempt, ImportOutcome } from './import-attempt.js';
import { mergeBatches } from './merge/batches.js';
import { copyBlock } from './merge/copy-block.js';
import { clearBatches, createStage } from './merge/stage.js';
import { planForLookups } from './merge/task-statements.js';
import { acceptReading, readRows } from './read-rows.js';

/** The file does not lie behind everything that is stored; it has to be merged. */
export class CannotAppend extends Error {
  override name = 'CannotAppend';
}

const UNIQUE_VIOLATION = '23505';

/**
 * Copies a file whose ids rise from row to row, beginning above every stored one, straight into the
 * tables: none of its tasks can exist, so there is nothing to compare, and staging first would cost
 * as much again as a plain copy. This is how a large first load comes.
 * @throws {CannotAppend} as soon as that turns out not to hold; the transaction is to be given up
 */
export async function appendFile(
  db: Client,
  attempt: ImportAttempt,
  firstTaskId: number,
): Promise<ImportOutcome> {
  if (!(await tryLockMerges(db))) throw new CannotAppend();
  await db.query(planForLookups);
  if (await existsFrom(db, firstTaskId)) throw new CannotAppend();
  await createStage(db);
  const read = await readRows(attempt, 'tables', async (block) => {
    try {
      await copyBlock(db, block);
    } catch (error) {
      throw isTaken(error) ? new CannotAppend() : error;
    }
    // Tasks of these batches come with the next blocks.
    if (block.table === 'stage_batch') {
      await mergeBatches(db);
      await clearBatches(db);
    }
  });
  if (!read.ascending) throw new CannotAppend();
  acceptReading(attempt, read);
  const named = await db.query<{ delivery_batches: number }>(deliveryBatches, [firstTaskId]);
  const delivery_batches = named.rows[0]?.delivery_batches ?? 0;
  const counts = { insert: read.written, update: 0, unchanged: 0, delivery_batches };
  return { rows: read.rows, counts };
}

/** A repeated task, or one that somebody else has just added. */
function isTaken(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === UNIQUE_VIOLATION;
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
  WHERE turing_task_id >= $1 AND delivery_batch IS NOT NULL
) AS named
`;
