import type { DeliveryQuery } from '@portal/contracts/dashboard';
import type { Queryable } from '../../queryable.js';
import fc from 'fast-check';

/** Two projects of tasks over four weeks; no double represents the durations exactly. */
export async function addDeliveryTasks(db: Queryable): Promise<void> {
  await db.query("INSERT INTO core.project (id, name) VALUES (1, 'One'), (2, 'Two'), (3, 'Three')");
  await db.query(`INSERT INTO core.batch (project_id, turing_batch_id, name)
    SELECT project, batch, 'Batch' FROM generate_series(1, 3) project, generate_series(1, 5) batch`);
  await db.query(`INSERT INTO core.task (turing_task_id, project_id, turing_batch_id, status,
      target_model, validation_status, duration_minutes, completed_at, created_at)
    SELECT id, 1 + id % 2, 1 + id / 2 % 5,
      (ARRAY['completed', 'reviewed', 'delivered', 'in_progress', 'completed', 'rework', 'odd'])[1 + id % 7],
      (ARRAY['small', 'large', NULL, 'Zoë'])[1 + id / 3 % 4],
      (ARRAY['passed', 'passed', 'failed', 'pending', NULL])[1 + id / 5 % 5],
      CASE WHEN id % 3 > 0 THEN 0.1 * (id % 97) + 0.01 END,
      CASE WHEN id % 4 > 0 THEN at END, CASE WHEN id % 9 > 0 THEN at END
    FROM (SELECT id, '2026-02-25T00:00:00Z'::timestamptz + id * interval '47 minutes' AS at
      FROM generate_series(1, 800) id) AS made`);
  await db.query(`INSERT INTO core.task_review (turing_task_id, turing_review_id, status)
    SELECT turing_task_id, number, 'accepted'
    FROM core.task, generate_series(1, 2) number WHERE turing_task_id % (number * 2) = 0`);
}

const day = fc.integer({ min: 0, max: 30 }).map((days) => {
  return new Date(Date.UTC(2026, 1, 23 + days)).toISOString().slice(0, 10);
});
/** Filters by batches and days. Some batches and days have no task. */
export const deliveryFilters: fc.Arbitrary<DeliveryQuery> = fc
  .record({
    batch_ids: fc.option(fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { maxLength: 4 })),
    dates: fc.option(fc.tuple(day, day)),
    open: fc.constantFrom('start', 'end', 'none'),
    byModel: fc.boolean(),
  })
  .map(({ batch_ids, dates, open, byModel }) => {
    const [start, end] = dates?.toSorted() ?? [];
    return {
      activity_days: 30,
      include_model_breakdown: byModel,
      ...(batch_ids && { batch_ids }),
      ...(start !== undefined && open !== 'start' && { start_date: start }),
      ...(end !== undefined && open !== 'end' && { end_date: end }),
    };
  });

/** The tasks of project $1 and the filters, as `dated`; counted from the tasks only. */
export const datedTasks = `WITH selected AS (
  SELECT *, (coalesce(completed_at, updated_at, created_at) AT TIME ZONE 'America/Los_Angeles')::date AS day,
    EXISTS (SELECT FROM core.task_review AS r WHERE r.turing_task_id = task.turing_task_id) AS has_review
  FROM core.task WHERE ($1 = 0 OR project_id = $1) AND ($2::bigint[] IS NULL OR turing_batch_id = ANY ($2))
  ), dated AS (
  SELECT * FROM selected WHERE $3::date IS NULL AND $4::date IS NULL
    OR day >= coalesce($3, '-infinity') AND day <= coalesce($4, 'infinity'))`;

/** The values of `datedTasks`. */
export function valuesOf(projectId: number, query: DeliveryQuery): unknown[] {
  const { batch_ids, start_date, end_date } = query;
  return [projectId, batch_ids ?? null, start_date ?? null, end_date ?? null];
}

/** What each number counts, in the words of the specification. */
export const COUNTED = {
  tasks: 'TRUE',
  done: "status IN ('completed', 'reviewed', 'delivered')",
  done_reviewed: "status IN ('completed', 'reviewed', 'delivered') AND has_review",
  delivered: "status = 'delivered' AND validation_status = 'passed'",
  ready: "status = 'completed' AND validation_status = 'passed'",
  reviewed_ready: "status = 'completed' AND validation_status = 'passed' AND has_review",
  rework: "status = 'rework'",
  reviewed: "status <> 'rework' AND has_review",
  with_duration: 'duration_minutes IS NOT NULL',
};
