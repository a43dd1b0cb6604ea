import type {
  ActivityEntry,
  Batch,
  DashboardQuery,
  DashboardStats,
  Overview,
} from '@portal/contracts/dashboard';
import type { Stamp } from '@portal/contracts/stamp';
import { ratesOf } from '@portal/domain/rates';
import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';
import {
  activityList,
  batchList,
  byStatus,
  cells,
  parameters,
  selectedBatches,
  totals,
} from './dashboard-sql.js';
import { stampEntries } from '../stamp-sql.js';

/**
 * The four dashboard reads. Each is one statement, so that its numbers and revision come from one
 * snapshot. Each reads only aggregates: the cost depends on the number of batches and days, not of
 * tasks. Project 0 covers all projects.
 */
export async function readOverview(
  db: Queryable,
  projectId: number,
  query: DashboardQuery,
): Promise<Overview> {
  const hasDates = isDated(query);
  const answer = await readOne<Stamp & StatsRow & BatchesRow & ActivityRow>(
    db,
    sql`
    WITH ${parameters}, ${selectedBatches}, ${cells(hasDates)}
    SELECT json_build_object(${stampEntries},
      'totals', ${totals}, 'by_status', ${byStatus},
      'batches', ${batchList}, 'recent_activity', ${activityList(hasDates)}) AS answer`,
    projectId,
    query,
  );
  return {
    epoch: answer.epoch,
    revision: answer.revision,
    dashboard_stats: presentStats(answer),
    batches: answer.batches.map(presentBatch),
    recent_activity: answer.recent_activity,
  };
}

/** Totals, counts by status and rates of the selected tasks. */
export async function readDashboardStats(
  db: Queryable,
  projectId: number,
  query: DashboardQuery,
): Promise<Pick<Overview, keyof Stamp | 'dashboard_stats'>> {
  const answer = await readOne<Stamp & StatsRow>(
    db,
    sql`
    WITH ${parameters}, ${selectedBatches}, ${cells(isDated(query))}
    SELECT json_build_object(${stampEntries},
      'totals', ${totals}, 'by_status', ${byStatus}) AS answer`,
    projectId,
    query,
  );
  const { epoch, revision } = answer;
  return { epoch, revision, dashboard_stats: presentStats(answer) };
}

/** The batches of the batch filter, newest first, with the counts of their selected tasks. */
export async function readBatches(
  db: Queryable,
  projectId: number,
  query: DashboardQuery,
): Promise<Pick<Overview, keyof Stamp | 'batches'>> {
  const answer = await readOne<Stamp & BatchesRow>(
    db,
    sql`
    WITH ${parameters}, ${selectedBatches}, ${cells(isDated(query))}
    SELECT json_build_object(${stampEntries}, 'batches', ${batchList}) AS answer`,
    projectId,
    query,
  );
  const { epoch, revision } = answer;
  return { epoch, revision, batches: answer.batches.map(presentBatch) };
}

/** Days with activity, oldest first: in the date range, else the last days up to today. */
export async function readActivity(
  db: Queryable,
  projectId: number,
  query: DashboardQuery,
): Promise<Pick<Overview, keyof Stamp | 'recent_activity'>> {
  return readOne<Stamp & ActivityRow>(
    db,
    sql`
    WITH ${parameters}
    SELECT json_build_object(${stampEntries},
      'recent_activity', ${activityList(isDated(query))}) AS answer`,
    projectId,
    query,
  );
}

interface Counts {
  total_tasks: number;
  completed_tasks: number;
  rework_tasks: number;
  reviewed_tasks: number;
  total_reviews: number;
}

interface StatsRow {
  totals: Counts & { total_batches: number };
  by_status: Record<string, number>;
}

type BatchIdentity = Pick<
  Batch,
  'project_id' | 'turing_batch_id' | 'name' | 'status' | 'created_at' | 'updated_at'
>;

/** Counts and statuses are null for a batch without a selected task. */
type BatchRow = BatchIdentity & {
  counts: Counts | null;
  by_status: Record<string, number> | null;
};

interface BatchesRow {
  batches: BatchRow[];
}

interface ActivityRow {
  recent_activity: ActivityEntry[];
}

const NO_TASKS: Counts = {
  total_tasks: 0,
  completed_tasks: 0,
  rework_tasks: 0,
  reviewed_tasks: 0,
  total_reviews: 0,
};

export function isDated(query: DashboardQuery): boolean {
  return query.start_date !== undefined || query.end_date !== undefined;
}

/** Runs a statement with the parameters of `dashboard-sql` and returns its one row. */
export async function readOne<T>(
  db: Queryable,
  text: string,
  projectId: number,
  query: DashboardQuery,
): Promise<T> {
  const rows = await db.query<{ answer: T }>(text, [
    projectId,
    query.batch_ids ?? null,
    query.start_date ?? null,
    query.end_date ?? null,
    query.activity_days,
  ]);
  const [row] = rows;
  if (row === undefined) throw new Error('a read without FROM gives one row');
  return row.answer;
}

function presentStats({ totals: counts, by_status }: StatsRow): DashboardStats {
  return { ...counts, by_status, ...ratesOf(counts) };
}

function presentBatch({ counts, by_status, ...batch }: BatchRow): Batch {
  const { total_tasks, completed_tasks, reviewed_tasks, rework_tasks } = counts ?? NO_TASKS;
  const { completion_rate, review_rate } = ratesOf({
    total_tasks,
    completed_tasks,
    reviewed_tasks,
    rework_tasks,
  });
  return {
    ...batch,
    total_tasks,
    completed_tasks,
    reviewed_tasks,
    completion_rate,
    review_rate,
    by_status: by_status ?? {},
  };
}
