import { MAX_SAMPLED_TASKS, type OnOlder, type SampledTask } from '@portal/contracts/imports';
import type { Client } from 'pg';
import { type ImportIssues, MAX_ISSUES } from '../import-issues.js';
import { analyzeIfEmpty } from '../planner-statistics.js';
import type { StoredChanges } from '../rules/shares.js';
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

export interface Comparison {
  readonly counts: MergeCounts;
  /** Tasks that are newer than their row. */
  readonly older: number;
  /** Some changed tasks with the fields that change. */
  readonly sample: readonly SampledTask[];
  /** By the project in which the tasks are stored; empty if it was not measured. */
  readonly changes: ReadonlyMap<number, StoredChanges>;
}

/**
 * Compares the stage with `core.task` and `core.task_review`, and stores which tasks have to be written.
 * Locks no row.
 * @param onOlder whether a task that is newer than its row changes
 * @param issues gets a warning for each such row; undefined for none
 * @param onChunk called after each chunk with its counts
 * @param measures whether the changes of each project are counted
 */
export async function compareTasks(
  db: Client,
  allowedProjects: AllowedProjects,
  onOlder: OnOlder,
  issues: ImportIssues | undefined,
  onChunk: (counts: MergeCounts) => void,
  measures = false,
): Promise<Comparison> {
  const counts = { insert: 0, update: 0, unchanged: 0 };
  const sample: SampledTask[] = [];
  const changes = new Map<number, StoredChanges>();
  let older = 0;
  await db.query(statements.changeTable);
  for await (const { rows, keys } of chunks(db, 'stage_task')) {
    const found = await db.query<Classified>(statements.classify(measures), [
      ...keys,
      allowedProjects,
      onOlder === 'skip',
      Math.max(0, MAX_ISSUES - (issues?.stored.length ?? 0)),
    ]);
    const { existing, changed, changes: byProject, ...ofOlder } = found.rows[0] ?? NOTHING;
    for (const { project_id: id, ...more } of byProject)
      changes.set(id, sum(changes.get(id), more));
    const ofChunk = { insert: rows - existing, update: changed, unchanged: existing - changed };
    counts.insert += ofChunk.insert;
    counts.update += ofChunk.update;
    counts.unchanged += ofChunk.unchanged;
    older += ofOlder.older;
    if (issues) warnOfOlder(issues, ofOlder, onOlder);
    if (changed > 0 && sample.length < MAX_SAMPLED_TASKS) {
      const missing = MAX_SAMPLED_TASKS - sample.length;
      sample.push(...(await db.query<SampledTask>(statements.sample, [...keys, missing])).rows);
    }
    onChunk(ofChunk);
  }
  return { counts, older, sample, changes };
}

function sum(one: StoredChanges | undefined, other: StoredChanges): StoredChanges {
  const { changed, sent_back } = one ?? { changed: 0, sent_back: 0 };
  return { changed: changed + other.changed, sent_back: sent_back + other.sent_back };
}

interface Classified {
  readonly existing: number;
  readonly changed: number;
  readonly older: number;
  readonly older_rows: readonly number[];
  readonly changes: readonly (StoredChanges & { readonly project_id: number })[];
}

const NOTHING: Classified = { existing: 0, changed: 0, older: 0, older_rows: [], changes: [] };

function warnOfOlder(
  issues: ImportIssues,
  { older, older_rows }: Pick<Classified, 'older' | 'older_rows'>,
  onOlder: OnOlder,
): void {
  const end = onOlder === 'skip' ? 'the task stays as it is' : 'it is imported nevertheless';
  for (const row of older_rows) {
    issues.warning(row, 'updated_at', `is earlier than the stored time; ${end}`);
  }
  if (older > older_rows.length) issues.moreWarnings('updated_at', older - older_rows.length);
}

/**
 * Writes the tasks that `compareTasks` found, with their reviews, in key order. A task that is
 * unchanged, reviews included, is neither written nor locked.
 * @param onChunk called after each chunk with its number of tasks
 * @returns the number of tasks written
 */
export async function writeTasks(
  db: Client,
  allowedProjects: AllowedProjects,
  onChunk: (tasks: number) => void,
): Promise<number> {
  let written = 0;
  for await (const { rows, keys } of chunks(db, 'merge_change')) {
    const inserted = await db.query(statements.insertTasks, keys);
    const { rows: left } = await db.query<{ count: number }>(statements.newTasks, keys);
    if ((left[0]?.count ?? 0) > (inserted.rowCount ?? 0)) {
      await db.query(statements.takeForStored, keys);
    }
    const updated = await db.query(statements.updateTasks, [...keys, allowedProjects]);
    written += (inserted.rowCount ?? 0) + (updated.rowCount ?? 0);
    await analyzeIfEmpty(db);
    await db.query(statements.keepReviews, keys);
    await db.query(statements.deleteReviews, keys);
    await db.query(statements.writeReviews, [...keys, allowedProjects]);
    onChunk(rows);
  }
  return written;
}

interface Chunk {
  readonly rows: number;
  /** The chunk has the keys above the first one, up to and including the second. */
  readonly keys: [number, number];
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
