import { sql } from '../sql.js';

/** A read model and the query that counts it from the tasks alone. */
export interface Aggregate {
  readonly table: string;
  readonly keys: readonly string[];
  readonly counters: readonly string[];
  /** Its rows by key, if the table can have several for one key. */
  readonly rows?: string;
  /** Selects `keys` and `counters` in this order, from core tables only. */
  readonly recount: string;
}

/** Tasks with their number of reviews; nulls in keys are replaced with sentinels. */
const TASKS = sql`(
  SELECT task.*, coalesce(user_email, '') AS email, coalesce(review.number, 0) AS reviews,
    coalesce(core.reporting_day(coalesce(completed_at, updated_at, created_at)), '-infinity')
      AS activity_day,
    status IN ('completed', 'reviewed', 'delivered') AS is_done
  FROM core.task
  LEFT JOIN (
    SELECT turing_task_id, count(*) AS number FROM core.task_review GROUP BY 1
  ) AS review USING (turing_task_id)
) AS task`;

const TASK_COUNTERS = sql`count(*), count(*) FILTER (WHERE reviews > 0), sum(reviews)::bigint`;

/**
 * The only definition of the content of every read model. Rebuild writes it; verify and the
 * property tests compare with it.
 */
export const AGGREGATES: readonly Aggregate[] = [
  {
    table: 'agg.task_cell',
    keys: [
      'project_id',
      'turing_batch_id',
      'activity_day',
      'status',
      'target_model',
      'validation_status',
    ],
    counters: ['tasks', 'reviewed_tasks', 'reviews', 'turns'],
    recount: sql`
      SELECT project_id, turing_batch_id, activity_day, status, coalesce(target_model, ''),
        coalesce(validation_status, ''), ${TASK_COUNTERS}, sum(number_of_turns)
      FROM ${TASKS}
      GROUP BY 1, 2, 3, 4, 5, 6`,
  },
  {
    table: 'agg.duration_day',
    keys: ['project_id', 'turing_batch_id', 'activity_day', 'target_model'],
    counters: ['duration_count', 'duration_sum', 'duration_min', 'duration_max'],
    recount: sql`
      SELECT project_id, turing_batch_id, activity_day, coalesce(target_model, ''),
        count(*), sum(duration_minutes), min(duration_minutes), max(duration_minutes)
      FROM ${TASKS}
      WHERE duration_minutes IS NOT NULL
      GROUP BY 1, 2, 3, 4`,
  },
  {
    table: 'agg.batch_day',
    keys: ['project_id', 'turing_batch_id', 'activity_day', 'status'],
    counters: ['tasks', 'reviewed_tasks', 'reviews'],
    recount: sql`
      SELECT project_id, turing_batch_id, activity_day, status, ${TASK_COUNTERS}
      FROM ${TASKS}
      GROUP BY 1, 2, 3, 4`,
  },
  {
    table: 'agg.batch_total',
    keys: ['project_id', 'turing_batch_id', 'status'],
    counters: ['tasks', 'reviewed_tasks', 'reviews'],
    recount: sql`
      SELECT project_id, turing_batch_id, status, ${TASK_COUNTERS}
      FROM ${TASKS}
      GROUP BY 1, 2, 3`,
  },
  {
    table: 'agg.activity',
    keys: ['project_id', 'day', 'turing_batch_id'],
    counters: ['completed_tasks', 'reviews_submitted', 'tasks_in_progress'],
    recount: sql`
      SELECT project_id, day, turing_batch_id, sum(completed), sum(submitted), sum(in_progress)
      FROM (
        SELECT project_id, core.reporting_day(completed_at) AS day, turing_batch_id,
          1 AS completed, 0 AS submitted, 0 AS in_progress
        FROM ${TASKS}
        WHERE is_done AND completed_at IS NOT NULL
        UNION ALL
        SELECT project_id, core.reporting_day(submitted_at), turing_batch_id, 0, 1, 0
        FROM core.task_review JOIN core.task USING (turing_task_id)
        WHERE submitted_at IS NOT NULL
        UNION ALL
        SELECT project_id, core.reporting_day(updated_at), turing_batch_id, 0, 0, 1
        FROM core.task
        WHERE status = 'in_progress' AND updated_at IS NOT NULL
      ) AS event
      GROUP BY 1, 2, 3`,
  },
  {
    table: 'agg.user_slot',
    keys: ['project_id', 'user_email', 'slot_start'],
    counters: ['tasks', 'turns'],
    rows: sql`(
      SELECT project_id, user_email, slot_start, sum(tasks)::bigint AS tasks, sum(turns)::bigint AS turns
      FROM agg.user_slot GROUP BY 1, 2, 3) AS slot`,
    recount: sql`
      SELECT project_id, email,
        date_bin('15 minutes', completed_at, '2000-01-01 00:00:00+00'::timestamptz),
        count(*), sum(number_of_turns)
      FROM ${TASKS}
      WHERE is_done AND isfinite(completed_at)
      GROUP BY 1, 2, 3`,
  },
  {
    table: 'agg.user_day',
    keys: ['project_id', 'user_email', 'day'],
    counters: ['tasks', 'turns'],
    recount: sql`
      SELECT project_id, email,
        core.reporting_day(date_bin('15 minutes', completed_at, '2000-01-01 00:00:00+00'::timestamptz)),
        count(*), sum(number_of_turns)
      FROM ${TASKS}
      WHERE is_done AND isfinite(completed_at)
      GROUP BY 1, 2, 3`,
  },
  {
    table: 'agg.user_total',
    keys: ['project_id', 'user_email', 'status'],
    counters: ['tasks', 'reviewed_tasks'],
    recount: sql`
      SELECT project_id, email, status, count(*), count(*) FILTER (WHERE reviews > 0)
      FROM ${TASKS}
      GROUP BY 1, 2, 3`,
  },
  {
    table: 'agg.desk_day',
    keys: ['project_id', 'day', 'user_email'],
    counters: ['tasks'],
    recount: sql`
      SELECT project_id, core.reporting_day(submitted_at), coalesce(user_email, ''),
        count(DISTINCT turing_task_id)
      FROM core.task_review JOIN core.task USING (turing_task_id)
      WHERE submitted_at IS NOT NULL
      GROUP BY 1, 2, 3`,
  },
];

/** Each review with the user of its task, as in `agg.user_review`, which has no counters. */
export const USER_REVIEWS = sql`
  SELECT turing_task_id, turing_review_id, user_email COLLATE "C" AS user_email, submitted_at
  FROM core.task_review JOIN core.task USING (turing_task_id)`;
