import type { Client } from 'pg';
import { analyzeIfEmpty } from '../planner-statistics.js';
import * as statements from './task-statements.js';

/** Tasks merged by one set of statements: enough to be fast, and few enough for memory. */
const CHUNK_TASKS = 50_000;

export interface MergeSettings {
  /** Projects whose tasks the uploader may change; null for all. */
  readonly allowedProjects: readonly number[] | null;
  /** Only counts the changes and writes nothing. */
  readonly dryRun: boolean;
  /** Called after each chunk with the number of merged tasks. */
  readonly onTasks: (tasks: number) => void;
}

export interface MergeCounts {
  insert: number;
  update: number;
  unchanged: number;
}

/**
 * Merges the stage into `core.task` and `core.task_review`, in key order. A task that is unchanged,
 * reviews included, is neither written nor locked.
 */
export async function mergeTasks(db: Client, settings: MergeSettings): Promise<MergeCounts> {
  const counts: MergeCounts = { insert: 0, update: 0, unchanged: 0 };
  await db.query(statements.changeTable);
  let after = 0;
  for (;;) {
    const next = await db.query<{ last: number | null; rows: number }>(statements.nextChunk, [
      after,
      CHUNK_TASKS,
    ]);
    const { last = null, rows = 0 } = next.rows[0] ?? {};
    if (last === null) return counts;
    await mergeChunk(db, { after, last, rows }, settings, counts);
    settings.onTasks(counts.insert + counts.update + counts.unchanged);
    after = last;
  }
}

interface Chunk {
  /** The chunk contains the keys above `after`, up to and including `last`. */
  readonly after: number;
  readonly last: number;
  readonly rows: number;
}

async function mergeChunk(
  db: Client,
  chunk: Chunk,
  { allowedProjects, dryRun }: MergeSettings,
  counts: MergeCounts,
): Promise<void> {
  const { existing, changed } = await classify(db, [chunk.after, chunk.last, allowedProjects]);
  counts.update += changed;
  counts.unchanged += existing - changed;
  counts.insert += chunk.rows - existing;
  if (dryRun || (changed === 0 && existing === chunk.rows)) return;
  await db.query(statements.writeTasks, [allowedProjects]);
  await analyzeIfEmpty(db);
  if (changed > 0) await db.query(statements.deleteReviews);
  await db.query(statements.writeReviews, [allowedProjects]);
}

async function classify(
  db: Client,
  scope: readonly unknown[],
): Promise<{ existing: number; changed: number }> {
  await db.query(statements.clearChanges);
  const found = await db.query<{ existing: number; changed: number }>(statements.classify, [
    ...scope,
  ]);
  return found.rows[0] ?? { existing: 0, changed: 0 };
}
