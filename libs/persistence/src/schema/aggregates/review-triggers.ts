import { sql } from '../../sql.js';
import { statementTriggers } from '../statement-triggers.js';

/**
 * Queues the changes of a statement to reviews, by task and day; the commit counts them. Several
 * transactions can change the reviews of one task, and whether the task is reviewed depends on all
 * of them. So the task is locked until the commit, and a later statement sees the reviews of every
 * earlier holder of the lock. A deleted task is already locked.
 */
const reviewFunction = (name: string, changes: string): string => sql`
CREATE FUNCTION agg.${name}() RETURNS trigger
LANGUAGE plpgsql SET jit = off SET work_mem = '64MB' SET enable_seqscan = off AS $$
DECLARE
  this_xid CONSTANT xid8 := pg_current_xact_id();
  changed_tasks bigint[];
BEGIN
  PERFORM agg.require_read_committed();
  SELECT array_agg(DISTINCT turing_task_id ORDER BY turing_task_id) INTO changed_tasks
  FROM (${changes}) AS change;
  IF changed_tasks IS NULL THEN
    RETURN NULL;
  END IF;

  INSERT INTO agg.touched
  SELECT DISTINCT this_xid, project_id
  FROM (
    SELECT project_id FROM core.task WHERE turing_task_id = ANY (changed_tasks)
    ORDER BY turing_task_id
    FOR NO KEY UPDATE
  ) AS locked
  ON CONFLICT DO NOTHING;

  INSERT INTO agg.pending_review
  SELECT this_xid, turing_task_id, coalesce(core.reporting_day(submitted_at), '-infinity'),
    sum(sign)
  FROM (${changes}) AS change
  GROUP BY 2, 3
  HAVING sum(sign) <> 0;
  RETURN NULL;
END $$;
`;

const came = sql`SELECT turing_task_id, submitted_at, 1 AS sign FROM new_rows`;
const went = sql`SELECT turing_task_id, submitted_at, -1 AS sign FROM old_rows`;

const requireReadCommitted = sql`
CREATE FUNCTION agg.require_read_committed() RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('transaction_isolation') NOT IN ('read committed', 'read uncommitted') THEN
    RAISE EXCEPTION 'tasks and reviews are written at READ COMMITTED only, not at %',
      upper(current_setting('transaction_isolation'))
      USING ERRCODE = 'feature_not_supported',
        HINT = 'Their aggregates count what other transactions have just committed.';
  END IF;
END $$;
`;

/**
 * Runs at commit: turns changes of reviews, and changes of the cells in which they are counted,
 * into deltas of the read models. The old reviews of a changed task are subtracted from its old
 * cell, the current ones added to its current cell. The old reviews are the current ones without
 * the queued changes, so the order and number of statements does not matter.
 *
 * Plans are cached per session and may have been made for a single task: every step uses an index.
 * The subquery on `pending_before` has a limit, so that it runs per task; for a plain join the
 * planner expects few rows and would read all of them for each task.
 */
const queueReviews = sql`
CREATE FUNCTION agg.queue_reviews(this_xid xid8) RETURNS void
LANGUAGE plpgsql SET jit = off SET work_mem = '64MB' SET enable_seqscan = off
SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  WITH affected AS (
    SELECT turing_task_id FROM agg.pending_review WHERE xid = this_xid
    UNION
    SELECT turing_task_id FROM agg.pending_before WHERE xid = this_xid
  ),
  by_day AS (
    SELECT turing_task_id, day, sum(present)::integer AS present,
      (sum(present) - sum(came))::integer AS past
    FROM (
      SELECT turing_task_id, coalesce(core.reporting_day(submitted_at), '-infinity') AS day,
        1 AS present, 0 AS came
      FROM affected
      CROSS JOIN LATERAL (
        SELECT submitted_at FROM core.task_review AS review
        WHERE review.turing_task_id = affected.turing_task_id
        OFFSET 0
      ) AS stored
      UNION ALL
      SELECT turing_task_id, day, 0, reviews FROM agg.pending_review WHERE xid = this_xid
    ) AS review
    GROUP BY 1, 2
  ),
  -- Counts of the whole task are in its first row.
  by_task AS (
    SELECT *, (sum(present) OVER task)::integer AS all_present,
      (sum(past) OVER task)::integer AS all_past, row_number() OVER task = 1 AS is_first
    FROM by_day
    WINDOW task AS (PARTITION BY turing_task_id ORDER BY turing_task_id)
  ),
  counted AS MATERIALIZED (
    SELECT by_task.day, is_first, version.*
    FROM by_task
    LEFT JOIN LATERAL (
      SELECT * FROM core.task WHERE task.turing_task_id = by_task.turing_task_id OFFSET 0
    ) AS task ON true
    LEFT JOIN LATERAL (
      SELECT * FROM agg.pending_before AS place
      WHERE place.xid = this_xid AND place.turing_task_id = by_task.turing_task_id
      LIMIT 1
    ) AS before ON true
    CROSS JOIN LATERAL (
      SELECT task.project_id, task.turing_batch_id,
        core.activity_day(task.completed_at, task.updated_at, task.created_at) AS activity_day,
        coalesce(task.user_email, '') AS user_email, task.status,
        coalesce(task.target_model, '') AS target_model,
        coalesce(task.validation_status, '') AS validation_status
    ) AS here
    CROSS JOIN LATERAL (
      SELECT 1 AS sign, present AS reviews, all_present AS all_reviews, here.*
      WHERE all_present > 0 AND here.project_id IS NOT NULL
      UNION ALL
      SELECT -1, past, all_past, here.* WHERE all_past > 0 AND before.xid IS NULL
      UNION ALL
      SELECT -1, past, all_past, before.project_id, before.turing_batch_id, before.activity_day,
        before.user_email, before.status, before.target_model, before.validation_status
      WHERE all_past > 0 AND before.xid IS NOT NULL
    ) AS version
  ),
  queued_cells AS (
    INSERT INTO agg.pending_cell
    SELECT this_xid, project_id, turing_batch_id, activity_day, status, target_model,
      validation_status, 0, 0, sum(sign), sum(sign * all_reviews), 0
    FROM counted
    WHERE is_first
    GROUP BY 2, 3, 4, 5, 6, 7
    HAVING sum(sign) <> 0 OR sum(sign * all_reviews) <> 0
  ),
  queued_users AS (
    INSERT INTO agg.pending_user
    SELECT this_xid, project_id, user_email, status, 0, sum(sign)
    FROM counted
    WHERE is_first
    GROUP BY 2, 3, 4
    HAVING sum(sign) <> 0
  ),
  queued_desk AS (
    INSERT INTO agg.pending_desk
    SELECT this_xid, project_id, day, user_email, sum(sign)
    FROM counted
    WHERE day > '-infinity' AND reviews > 0
    GROUP BY 2, 3, 4
    HAVING sum(sign) <> 0
  )
  INSERT INTO agg.pending_activity
  SELECT this_xid, project_id, day, turing_batch_id, sum(sign * reviews), 0
  FROM counted
  WHERE day > '-infinity'
  GROUP BY 2, 3, 4
  HAVING sum(sign * reviews) <> 0;

  DELETE FROM agg.pending_review WHERE xid = this_xid;
  DELETE FROM agg.pending_before WHERE xid = this_xid;
END $$;
`;

export const reviewTriggers = sql`
${requireReadCommitted}
${queueReviews}
${reviewFunction('review_inserted', came)}
${reviewFunction('review_updated', `${went} UNION ALL ${came}`)}
${reviewFunction('review_deleted', went)}

${statementTriggers('core.task_review', 'aggregate', { insert: 'agg.review_inserted', update: 'agg.review_updated', delete: 'agg.review_deleted' })}
`;
