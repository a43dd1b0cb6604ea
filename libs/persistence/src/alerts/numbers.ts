import { percent } from '@portal/domain/rates';
import { readDeliveryStats } from '../dashboards/delivery.js';
import { readDashboardTotals } from '../dashboards/live-state.js';
import { readRounds } from '../reviews/rounds.js';
import { NOT_REVIEWED, SINCE, WAITING } from '../tasks/claim-sql.js';
import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';

/** In percent, as on the dashboard; null without a task that counts. */
export async function reworkRate(db: Queryable, projectId: number): Promise<number | null> {
  const { totals } = await readDashboardTotals(db, projectId);
  const all = totals.completed_tasks + totals.rework_tasks;
  return all === 0 ? null : percent(totals.rework_tasks, all);
}

/** In percent, of the first rounds of the last 30 days; null without one. */
export async function firstLook(
  db: Queryable,
  project_id: number,
  start_date: string,
): Promise<number | null> {
  const { all } = await readRounds(db, { project_id, start_date });
  return all.first_look.of === 0 ? null : percent(all.first_look.count, all.first_look.of);
}

/** In percent, of the tasks that are ready for delivery; null without one. */
export async function reviewCoverage(db: Queryable, projectId: number): Promise<number | null> {
  const stats = await readDeliveryStats(db, projectId, {
    include_model_breakdown: false,
    activity_days: 1,
  });
  return stats.ready_for_delivery === 0 ? null : stats.review_coverage;
}

/** The number of tasks that have waited for a first review for more than so many days. */
export async function waitingReviews(
  db: Queryable,
  projectId: number,
  days: number,
): Promise<number> {
  const [row] = await db.query<{ waiting: number }>(
    sql`
      SELECT count(*)::integer AS waiting FROM core.task
      WHERE project_id = $1 AND ${WAITING} AND ${NOT_REVIEWED}
        AND ${SINCE} < clock_timestamp() - make_interval(days => $2)`,
    [projectId, days],
  );
  return row?.waiting ?? 0;
}

/** Hours since the last import of tasks of the project; null before the first. */
export async function hoursWithoutImport(db: Queryable, projectId: number): Promise<number | null> {
  const [row] = await db.query<{ hours: number }>(
    sql`
      SELECT (extract(epoch FROM clock_timestamp() - synced_at) / 3600)::float8 AS hours
      FROM core.project_sync WHERE project_id = $1`,
    [projectId],
  );
  return row?.hours ?? null;
}

/** The pods of a project that have a target. */
export async function podsWithTargets(db: Queryable, projectId: number): Promise<string[]> {
  const pods = await db.query<{ name: string }>(
    sql`
      SELECT name FROM core.pod
      WHERE project_id = $1 AND EXISTS (SELECT FROM core.pod_weekly_target WHERE pod_name = pod.name)
      ORDER BY name`,
    [projectId],
  );
  return pods.map(({ name }) => name);
}
