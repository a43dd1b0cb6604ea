import { sql } from '../sql.js';
import { countsByStatus, inProject } from '../stamp-sql.js';

/**
 * Building blocks of the dashboard reads. All have the same bound parameters:
 * $1 project (0 for all), $2 batch ids or null, $3 first and $4 last day or null,
 * $5 days of activity if there are no dates. This expression tells PostgreSQL the types of the
 * parameters that a read does not use.
 */
export const parameters = sql`
  parameter AS (SELECT $1::integer, $2::bigint[], $3::date, $4::date, $5::integer)`;

/** The condition for rows of the project and of one of the batches. */
export const inScope = sql`${inProject}
    AND ($2::bigint[] IS NULL OR turing_batch_id = ANY ($2))`;

/** The batches that match the batch filter, for any dates. */
export const selectedBatches = sql`
  selected_batch AS (
    SELECT * FROM core.batch WHERE ${inScope}
  )`;

/** Counts by batch and status of the selected tasks, over all days. */
const totalCells = sql`
  cell AS (
    SELECT project_id, turing_batch_id, status, tasks, reviewed_tasks, reviews
    FROM agg.batch_total
    WHERE ${inScope}
  )`;

/** The condition for rows with a day of activity in the range; either end may be open. */
export const inDates = sql`isfinite(activity_day)
      AND ($3::date IS NULL OR activity_day >= $3)
      AND ($4::date IS NULL OR activity_day <= $4)`;

/** The same for a range of days. A task without any timestamp is in no range. */
const datedCells = sql`
  cell AS (
    SELECT project_id, turing_batch_id, status,
      sum(tasks) AS tasks, sum(reviewed_tasks) AS reviewed_tasks, sum(reviews) AS reviews
    FROM agg.batch_day
    WHERE ${inScope}
      AND ${inDates}
    GROUP BY 1, 2, 3
  )`;

export const cells = (hasDates: boolean): string => (hasDates ? datedCells : totalCells);

/** Totals of the selected tasks; needs `cell` and `selected_batch`. */
export const totals = sql`
  (SELECT json_build_object(
      'total_batches', (SELECT count(*) FROM selected_batch), ${countsByStatus}) FROM cell)`;

/** The number of tasks by status; needs `cell`. */
export const byStatus = sql`
  (SELECT coalesce(json_object_agg(status, tasks ORDER BY status), '{}')
    FROM (SELECT status, sum(tasks) AS tasks FROM cell GROUP BY 1 HAVING sum(tasks) > 0) AS total)`;

/** An instant within JSON, as the API writes it. */
export const instantText = (column: string): string =>
  sql`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The selected batches, newest first, each with the counts of its selected tasks. */
export const batchList = sql`
  (SELECT coalesce(json_agg(entry ORDER BY created_at DESC, turing_batch_id DESC, project_id), '[]')
    FROM (
      SELECT batch.created_at, project_id, turing_batch_id, json_build_object(
        'project_id', project_id, 'turing_batch_id', turing_batch_id,
        'name', batch.name, 'status', batch.status,
        'created_at', ${instantText('batch.created_at')},
        'updated_at', ${instantText('batch.updated_at')},
        'counts', counted.counts, 'by_status', counted.by_status) AS entry
      FROM selected_batch AS batch
      LEFT JOIN (
        SELECT project_id, turing_batch_id, json_build_object(${countsByStatus}) AS counts,
          json_object_agg(status, tasks ORDER BY status) FILTER (WHERE tasks > 0) AS by_status
        FROM cell
        GROUP BY 1, 2
      ) AS counted USING (project_id, turing_batch_id)
    ) AS listed)`;

const ofDates = sql`
  ($3::date IS NULL OR day >= $3) AND ($4::date IS NULL OR day <= $4)`;
const ofLastDays = sql`
  day > core.reporting_day(now()) - $5::integer AND day <= core.reporting_day(now())`;

/** Days with activity, oldest first. */
export const activityList = (hasDates: boolean): string => sql`
  (SELECT coalesce(json_agg(entry ORDER BY day), '[]')
    FROM (
      SELECT day, json_build_object(
        'date', to_char(day, 'YYYY-MM-DD'),
        'completed_tasks', sum(completed_tasks),
        'reviews_submitted', sum(reviews_submitted),
        'tasks_in_progress', sum(tasks_in_progress)) AS entry
      FROM agg.activity
      WHERE ${inScope} AND isfinite(day) AND ${hasDates ? ofDates : ofLastDays}
      GROUP BY day
      HAVING sum(completed_tasks) + sum(reviews_submitted) + sum(tasks_in_progress) > 0
    ) AS active)`;
