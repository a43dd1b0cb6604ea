import type { Client } from 'pg';
import { analyzeIfEmpty } from '../planner-statistics.js';
import * as statements from './task-statements.js';

/** Tasks compared or written by one set of statements: enough to be fast, and few enough for memory. */
const CHUNK_TASKS = 50_000;

/** Projects whose tasks the uploader may change; null for all. */
type AllowedProjects = readonly number[] | null;

export interface MergeCounts {
  readonly insert: number;
  readonly update: number;
  readonly unchanged: number;
}

/**
 * Compares the stage with `core.task` and `core.task_review`, and stores which tasks have to be written.
 * Locks no row.
 * @param onChunk called after each chunk with its counts
 */
export async function compareTasks(
  db: Client,
  allowedProjects: AllowedProjects,
  onChunk: (counts: MergeCounts) => void,
): Promise<MergeCounts> {
  const counts = { insert: 0, update: 0, unchanged: 0 };
  await db.query(statements.changeTable);
  for await (const { rows, keys } of chunks(db, 'stage_task')) {
    const found = await db.query<{ existing: number; changed: number }>(statements.classify, [
      ...keys,
      allowedProjects,
    ]);
    const { existing = 0, changed = 0 } = found.rows[0] ?? {};
    const ofChunk = { insert: rows - existing, update: changed, unchanged: existing - changed };
    counts.insert += ofChunk.insert;
    counts.update += ofChunk.update;
    counts.unchanged += ofChunk.unchanged;
    onChunk(ofChunk);
  }
  return counts;
}

/**
 * Writes the tasks that `compareTasks` found, with their reviews, in key order. A task that is
 * unchanged, reviews included, is neither written nor locked.
 * @param onChunk called after each chunk with its number of tasks
 */
export async function writeTasks(
  db: Client,
  allowedProjects: AllowedProjects,
  onChunk: (tasks: number) => void,
): Promise<void> {
  for await (const { rows, keys } of chunks(db, 'merge_change')) {
    await db.query(statements.writeTasks, [...keys, allowedProjects]);
    await analyzeIfEmpty(db);
    await db.query(statements.deleteReviews, [...keys]);
    await db.query(statements.writeReviews, [...keys, allowedProjects]);
    onChunk(rows);
  }
}

interface Chunk {
  readonly rows: number;
  /** The chunk has the keys above the first one, up to and including the second. */
  readonly keys: readonly number[];
}

async function* chunks(db: Client, table: 'stage_task' | 'merge_change'): AsyncGenerator<Chunk> {
  let after = 0;
  for (;;) {
    const next = await db.query<{ last: number | null; rows: number }>(
      statements.nextChunk(table),
      [after, CHUNK_TASKS],
    );
    const { last = null, rows = 0 } = next.rows[0] ?? {};
    if (last === null) return;
    yield { rows, keys: [after, last] };
    after = last;
  }
}
