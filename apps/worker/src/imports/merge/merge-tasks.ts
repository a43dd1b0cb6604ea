import {
  MAX_SAMPLED_TASKS,
  type OnConflict,
  type OnOlder,
  type SampledTask,
} from '@portal/contracts/imports';
import type { Client } from 'pg';
import { type ImportIssues, MAX_ISSUES } from '../import-issues.js';
import { analyzeIfEmpty } from '../planner-statistics.js';
import { conflictTable, findConflicts, forgetConflicts } from './conflicts.js';
import type { StagedRows } from './staged-rows.js';
import * as statements from './task-statements.js';

/** Tasks compared or written by one set of statements: enough to be fast, and few enough for memory. */
const CHUNK_TASKS = 50_000;

/** How the stage is compared with the stored tasks. */
export interface Comparing {
  /** Projects whose tasks the uploader may change; null for all. */
  readonly allowedProjects: readonly number[] | null;
  /** Whether a task that is newer than its row changes; null if that is not asked. */
  readonly onOlder: OnOlder | null;
  /** Whose values win where the row contradicts a later change in the portal; null if that is not asked. */
  readonly onConflict: OnConflict | null;
}

export interface MergeCounts {
  readonly insert: number;
  readonly update: number;
  readonly unchanged: number;
}

export interface Totals {
  readonly counts: MergeCounts;
  /** Tasks that are newer than their row. */
  readonly older: number;
}

/**
 * Compares the stage with `core.task` and `core.task_review`, and stores which tasks have to be written.
 * Locks no row.
 * @param onChunk called after each chunk with its numbers of tasks
 */
export async function compareTasks(
  db: Client,
  comparing: Comparing,
  onChunk: (tasks: { all: number; unchanged: number }) => void,
): Promise<void> {
  await db.query(`${statements.comparisonTables}${conflictTable}`);
  for await (const keys of chunks(db, 'stage_task')) {
    const { rows, existing, changed } = await classify(db, 'all', keys, comparing);
    const kept = changed > 0 ? await settleConflicts(db, keys, comparing) : 0;
    onChunk({ all: rows, unchanged: existing - changed + kept });
  }
}

/**
 * Locks the stored tasks to write, in key order, until the transaction ends. Of those that somebody has changed,
 * deleted or created since they were compared, `judge` is asked again before they are compared again.
 */
export async function lockTasks(db: Client, comparing: Comparing, judge: Judge): Promise<void> {
  for await (const keys of chunks(db, 'merge_change')) {
    const { stored, unchanged } = await lockChunk(db, keys);
    if (unchanged < stored) await compareAgain(db, keys, comparing, judge);
  }
}

/** Removes the rows in error from the stage. */
type Judge = (rows: StagedRows) => Promise<void>;

/** The numbers of the comparison. */
export async function totalsOf(db: Client): Promise<Totals> {
  const found = await db.query<Omit<MergeCounts, 'unchanged'> & { rows: number; older: number }>(
    statements.totals,
  );
  const { rows, older, insert, update } = found.rows[0] ?? NOTHING;
  return { counts: { insert, update, unchanged: rows - insert - update }, older };
}

const NOTHING = { rows: 0, older: 0, insert: 0, update: 0 };

/** Some tasks that change, as they are before. */
export async function sampleOf(db: Client): Promise<readonly SampledTask[]> {
  return (await db.query<SampledTask>(statements.sample, [MAX_SAMPLED_TASKS])).rows;
}

/** Some tasks that would be new. */
export async function sampleOfNew(db: Client, most: number): Promise<readonly SampledTask[]> {
  return (await db.query<SampledTask>(statements.sampleOfNew, [most])).rows;
}

/** The projects in which the tasks that change are stored. */
export async function projectsLeft(db: Client): Promise<number[]> {
  const { rows } = await db.query<{ from_project: number }>(statements.projectsLeft);
  return rows.map(({ from_project }) => from_project);
}

/** Warns of each row that is older than its task. */
export async function warnOfOlder(
  db: Client,
  older: number,
  onOlder: OnOlder,
  issues: ImportIssues,
): Promise<void> {
  if (older === 0) return;
  const most = Math.max(0, MAX_ISSUES - issues.stored.length);
  const { rows } = await db.query<{ row_number: number }>(statements.olderRows, [most]);
  const end = onOlder === 'skip' ? 'the task stays as it is' : 'it is imported nevertheless';
  const reason = `is earlier than the stored time; ${end}`;
  for (const { row_number: row } of rows) {
    issues.warning(row, 'updated_at', reason);
  }
  if (older > rows.length) issues.moreWarnings('updated_at', reason, older - rows.length);
}

/**
 * Writes the tasks that `compareTasks` found, with their reviews, in key order. A task that is
 * unchanged, reviews included, is neither written nor locked.
 * @param judge like that of `lockTasks`, for tasks that another transaction has created since
 * @param onChunk called after each chunk with its number of tasks
 * @returns the number of tasks written
 */
export async function writeTasks(
  db: Client,
  comparing: Comparing,
  judge: Judge,
  onChunk: (tasks: number) => void,
): Promise<number> {
  const { allowedProjects } = comparing;
  let written = 0;
  for await (const keys of chunks(db, 'merge_change')) {
    let inserted = 0;
    for (;;) {
      inserted += (await db.query(statements.insertTasks, keys)).rowCount ?? 0;
      const { rows } = await db.query<{ count: number }>(statements.newTasks, keys);
      if ((rows[0]?.count ?? 0) === inserted) break;
      await compareAgain(db, keys, comparing, judge);
    }
    const updated = await db.query(statements.updateTasks, [...keys, allowedProjects]);
    written += inserted + (updated.rowCount ?? 0);
    await analyzeIfEmpty(db);
    await db.query(statements.keepReviews, keys);
    await db.query(statements.deleteReviews, keys);
    await db.query(statements.writeReviews, [...keys, allowedProjects]);
    onChunk(inserted + (updated.rowCount ?? 0));
  }
  return written;
}

/** Until those that exist are locked as they were compared. */
async function compareAgain(
  db: Client,
  keys: Keys,
  comparing: Comparing,
  judge: Judge,
): Promise<void> {
  for (;;) {
    const found = await db.query<{ count: number }>(statements.takeStale, keys);
    if ((found.rows[0]?.count ?? 0) === 0) return;
    await forgetConflicts(db);
    await judge('stale');
    await classify(db, 'stale', keys, comparing);
    await db.query(statements.forgetStale);
    await settleConflicts(db, keys, comparing);
    await lockChunk(db, keys);
  }
}

/** @returns how many tasks do not change after all, because the portal keeps its values */
async function settleConflicts(db: Client, keys: Keys, comparing: Comparing): Promise<number> {
  const { onConflict } = comparing;
  if (onConflict === null) return 0;
  const compared = await findConflicts(db, keys, onConflict);
  if (compared === 0) return 0;
  const { changed } = await classify(db, 'stale', keys, comparing);
  await db.query(statements.forgetStale);
  return compared - changed;
}

async function classify(
  db: Client,
  rows: StagedRows,
  keys: Keys,
  { allowedProjects, onOlder }: Comparing,
): Promise<Classified> {
  const found = await db.query<Classified>(statements.classify(rows), [
    ...keys,
    allowedProjects,
    onOlder === 'skip',
    onOlder !== null,
  ]);
  return found.rows[0] ?? { rows: 0, existing: 0, changed: 0 };
}

interface Classified {
  readonly rows: number;
  readonly existing: number;
  readonly changed: number;
}

async function lockChunk(db: Client, keys: Keys): Promise<{ stored: number; unchanged: number }> {
  const locked = await db.query<{ stored: number; unchanged: number }>(
    statements.lockChanges,
    keys,
  );
  return locked.rows[0] ?? { stored: 0, unchanged: 0 };
}

/** A chunk has the keys above the first one, up to and including the second. */
type Keys = [number, number];

async function* chunks(db: Client, table: 'stage_task' | 'merge_change'): AsyncGenerator<Keys> {
  let after = 0;
  for (;;) {
    const next = await db.query<{ last: number | null }>(statements.nextChunk(table), [
      after,
      CHUNK_TASKS,
    ]);
    const { last = null } = next.rows[0] ?? {};
    if (last === null) return;
    yield [after, last];
    after = last;
  }
}
