import { sql } from '@portal/persistence/sql';
import type { Client } from 'pg';
import {
  type ImportAttempt,
  type ImportOutcome,
  ImportRefused,
  JudgeAgain,
} from '../import-attempt.js';
import { MAX_ISSUES } from '../import-issues.js';
import { keepProjects } from '../project-locks.js';
import { compareTasks, sampleOf, totalsOf, writeTasks } from '../merge/merge-tasks.js';
import { createStage, settleStage } from '../merge/stage.js';
import { planForLookups } from '../merge/task-statements.js';
import { keepAutovacuumAway } from '../planner-statistics.js';
import * as statements from './undo-statements.js';

/** The projects into which the import to undo has merged, as far as they are known. */
export async function historyProjects(db: Client, importId: string): Promise<readonly number[]> {
  const found = await db.query<{ projects: number[] }>(
    sql`SELECT projects FROM core.task_import WHERE id = $1`,
    [importId],
  );
  return found.rows[0]?.projects ?? [];
}

/**
 * Puts back the tasks that an import changed, removes those that it created and makes again those that it
 * removed, in one transaction like any import. Its rows come from the former values instead of a file.
 * Tasks that have changed since stay, if the user wants that.
 * @param locked the projects that nobody else changes; undefined for a dry run, which writes and locks nothing
 * @throws {ImportRefused} if the import cannot be undone
 * @throws {JudgeAgain} if it touches other projects, or a task has changed before it was locked
 */
export async function undoImport(
  db: Client,
  attempt: ImportAttempt,
  importId: string,
  locked: readonly number[] | undefined,
): Promise<ImportOutcome> {
  const { issues, readScope, reporter, signal } = attempt;
  reporter.report({ phase: 'reading' });
  const xid = await historyOf(db, importId);
  await db.query(planForLookups);
  const projects = await projectsOf(db, xid);
  const more = projects.filter((id) => !locked?.includes(id));
  if (locked && more.length > 0) throw new JudgeAgain(more);
  await keepProjects(db, projects);
  const { allowedProjects } = await readScope();
  if (allowedProjects !== null) refuseOtherProjects(projects, allowedProjects);
  if (locked) await keepAutovacuumAway(db);

  await createStage(db);
  await db.query(statements.stageTasks, [xid]);
  signal.throwIfAborted();
  await db.query(statements.stageRemovals, [xid]);
  await db.query(statements.indexRemovals);
  await db.query(statements.stageReviews, [xid]);
  await settleStage(db, true, issues);
  const kept = await noteNewer(db, attempt, xid);
  if (locked) await db.query(statements.keepBatches);
  await noteWithoutBatch(db, attempt, xid);
  refuse(attempt, kept);

  const rows = await stagedRows(db);
  reporter.report({ phase: 'merging', rowsTotal: rows, rowsDone: 0, errors: issues.errors });
  let rowsDone = 0;
  const advance = (tasks: number): void => {
    rowsDone += tasks;
    reporter.report({ rowsDone });
    signal.throwIfAborted();
  };
  // A former value has an earlier time by nature.
  const comparing = { allowedProjects, onConflict: null, onOlder: null };
  await compareTasks(db, comparing, ({ all, unchanged }) => advance(locked ? unchanged : all));
  const { counts } = await totalsOf(db);
  const sample = await sampleOf(db);
  const removals = await db.query<{ count: number }>(sql`SELECT count(*) FROM undo_removal`);
  let removed = removals.rows[0]?.count ?? 0;
  if (locked) {
    await db.query(statements.lockTasks);
    signal.throwIfAborted();
    await db.query(statements.restoreBatches, [xid]);
    const written = await writeTasks(db, comparing, beginAgain, advance);
    await db.query(statements.keepReviewsOfRemovals);
    const expected = counts.insert + counts.update + removed;
    removed = (await db.query(statements.removeTasks)).rowCount ?? 0;
    // Somebody was faster than the locks.
    if (written + removed < expected) beginAgain();
    await db.query(statements.renameBatches, [xid]);
    await db.query(statements.removeEmptyBatches, [xid]);
  } else {
    // It is not kept for a dry run.
    await historyOf(db, importId);
  }
  const all = { ...counts, delivery_batches: 0 };
  return { rows, counts: all, older: 0, sample, removed, kept };
}

function beginAgain(): never {
  throw new JudgeAgain();
}

/**
 * The transaction of the import to undo, whose former values stay until the transaction ends.
 * @throws {ImportRefused} if they are gone
 */
async function historyOf(db: Client, importId: string): Promise<string> {
  const found = await db.query<{ xid: string }>(
    sql`
      SELECT history_xid AS xid FROM core.task_import WHERE id = $1 AND history_xid IS NOT NULL
      FOR KEY SHARE
    `,
    [importId],
  );
  const [history] = found.rows;
  if (history) return history.xid;
  throw new ImportRefused('What the import changed is no longer kept', 'import-not-undoable');
}

async function projectsOf(db: Client, xid: string): Promise<number[]> {
  const { rows } = await db.query<{ project_id: number }>(statements.projectsOf, [xid]);
  return rows.map(({ project_id }) => project_id);
}

function refuseOtherProjects(projects: readonly number[], allowed: readonly number[]): void {
  if (projects.every((project) => allowed.includes(project))) return;
  throw new ImportRefused(
    'The import changed tasks of a project that you may not upload to',
    'forbidden',
  );
}

interface Newer {
  readonly turing_task_id: number;
  readonly is_deleted: boolean;
  readonly at: string | null;
  readonly actor_email: string | null;
  readonly file_name: string | null;
}

/** Notes the tasks that have changed since as warnings, or as errors if they may not be kept. */
async function noteNewer(
  db: Client,
  { claimed, issues }: ImportAttempt,
  xid: string,
): Promise<number> {
  const counted = await db.query<{ count: number }>(statements.countNewer, [xid]);
  const count = counted.rows[0]?.count ?? 0;
  if (count === 0) return 0;
  const { rows } = await db.query<Newer>(statements.listNewer, [xid, MAX_ISSUES]);
  const isError = !claimed.keepNewer && !claimed.dryRun;
  for (const task of rows) {
    const reason = `${task.turing_task_id} ${whatChanged(task)}`;
    if (isError) issues.error(0, 'turing_task_id', reason);
    else issues.warning(0, 'turing_task_id', reason);
  }
  const more = count - rows.length;
  if (isError) issues.moreErrors('turing_task_id', CHANGED, more);
  else issues.moreWarnings('turing_task_id', CHANGED, more);
  return count;
}

const CHANGED = 'was changed since';

function whatChanged({ is_deleted, at, actor_email, file_name }: Newer): string {
  if (is_deleted) return 'was deleted since';
  const by =
    file_name === null ? actor_email && `by ${actor_email}` : `by the import of ${file_name}`;
  return [CHANGED, by, at && `at ${at}`].filter(Boolean).join(' ');
}

async function noteWithoutBatch(db: Client, { issues }: ImportAttempt, xid: string): Promise<void> {
  const { rows } = await db.query<{
    turing_task_id: number;
    turing_batch_id: number;
    has_project: boolean;
    total: number;
  }>(statements.listWithoutBatch, [xid, MAX_ISSUES]);
  for (const { turing_task_id, turing_batch_id, has_project } of rows) {
    const which = has_project ? `batch ${turing_batch_id}` : 'its project';
    issues.error(0, 'turing_batch_id', `of task ${turing_task_id}: ${which} is gone`);
  }
  const total = rows[0]?.total ?? 0;
  if (total === 0) return;
  issues.moreErrors('turing_batch_id', 'is gone', total - rows.length);
  await db.query(statements.dropWithoutBatch, [xid]);
}

function refuse({ claimed, issues }: ImportAttempt, newer: number): void {
  if (claimed.keepNewer || claimed.dryRun || issues.errors === 0) return;
  throw new ImportRefused(
    newer > 0
      ? `${newer} ${newer === 1 ? 'task has' : 'tasks have'} changed since the import; nothing was undone`
      : `${issues.errors} tasks cannot be put back; nothing was undone`,
    'import-changed-since',
  );
}

async function stagedRows(db: Client): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    sql`SELECT (SELECT count(*) FROM stage_task) + (SELECT count(*) FROM undo_removal) AS count`,
  );
  return rows[0]?.count ?? 0;
}
