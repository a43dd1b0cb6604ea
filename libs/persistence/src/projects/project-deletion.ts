import type { ProjectContents } from '@portal/contracts/projects';
import type { Transaction } from '../db.js';
import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';

/** The numbers of rows that depend on the project. */
export async function countContents(db: Queryable, projectId: number): Promise<ProjectContents> {
  const [counted] = await db.query<ProjectContents>(contents, [projectId]);
  if (!counted) throw new Error('the count returned no row');
  return counted;
}

/** Inserts into the project wait, and then fail. @returns false if there is no such project */
export async function lockWholeProject(tx: Transaction, projectId: number): Promise<boolean> {
  const rows = await tx.query(sql`SELECT FROM core.project WHERE id = $1 FOR UPDATE`, [projectId]);
  return rows.length > 0;
}

/** Deletes what depends on the project, including tasks. */
export async function emptyProject(tx: Transaction, projectId: number): Promise<void> {
  await tx.query(sql`SELECT set_config('portal.deletes_project', 'on', true)`);
  for (const statement of emptying) await tx.query(statement, [projectId]);
}

/**
 * Deletes the project. Updates the read models now instead of at commit, then deletes their rows, which count
 * nothing. The revision stays: that of all projects is the sum of all and must not decrease.
 */
export async function deleteProject(tx: Transaction, projectId: number): Promise<void> {
  await tx.query(sql`DELETE FROM core.project WHERE id = $1`, [projectId]);
  await tx.query(sql`SET CONSTRAINTS agg.flush IMMEDIATE`);
  for (const table of READ_MODELS) {
    await tx.query(sql`DELETE FROM agg.${table} WHERE project_id = $1`, [projectId]);
  }
}

const READ_MODELS = [
  'task_cell',
  'duration_day',
  'batch_day',
  'batch_total',
  'activity',
  'user_slot',
  'user_day',
  'user_total',
  'desk_day',
];

const contents = sql`
SELECT
  (SELECT count(*) FROM core.batch WHERE project_id = $1) AS batches,
  (SELECT coalesce(sum(tasks), 0)::bigint FROM agg.batch_total WHERE project_id = $1) AS tasks,
  (SELECT count(*) FROM core.pod WHERE project_id = $1) AS pods,
  (SELECT count(*) FROM core.custom_stat WHERE project_id = $1) AS custom_stats,
  (SELECT count(*) FROM core.alert WHERE project_id = $1) AS alerts,
  (SELECT count(*) FROM core.file_format WHERE project_id = $1) AS file_formats,
  (SELECT count(*) FROM core.review_reason WHERE project_id = $1) AS review_reasons,
  (SELECT count(*) FROM core.webhook WHERE project_id = $1) AS webhooks,
  (SELECT count(*) FROM core.user_role WHERE project_id = $1) AS role_assignments`;

/** Reviews are deleted with their tasks, members and targets with their pods. */
const emptying = [
  sql`DELETE FROM core.pod WHERE project_id = $1`,
  sql`
  SELECT count(*)
  FROM (
    SELECT FROM core.task WHERE project_id = $1 ORDER BY turing_task_id FOR UPDATE
  ) AS locked`,
  sql`DELETE FROM core.task WHERE project_id = $1`,
  sql`DELETE FROM core.task_removal WHERE project_id = $1`,
  // One row for all tasks of the project: readers of the changes of tasks begin again.
  sql`INSERT INTO core.task_removal VALUES ($1, pg_current_xact_id(), 0)`,
  sql`DELETE FROM core.batch WHERE project_id = $1`,
];
