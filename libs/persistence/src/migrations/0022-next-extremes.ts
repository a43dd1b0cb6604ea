import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sql } from '../sql.js';
import { BASELINE } from './baseline-0.1.0.js';

/** A minimum or a maximum that goes has a successor, without a look at the tasks of its batch and day. */
export class NextExtremes1800000000024 implements MigrationInterface {
  name = 'NextExtremes1800000000024';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(withoutChanges);
    await runner.query(columns);
    await runner.query(extremes);
    for (const text of [flush, taskInserted, taskDeleted, taskUpdated]) await runner.query(text);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(withoutChanges);
    await runner.query(columnsOfBefore);
    for (const name of ['flush', 'task_inserted', 'task_deleted', 'task_updated']) {
      await runner.query(functionOfBefore(name));
    }
    await runner.query(sql`DROP FUNCTION agg.extremes`);
  }
}

/** A change of tasks that runs meanwhile would go on with the function of before, and the columns of after. */
export const withoutChanges = sql`LOCK TABLE core.task IN SHARE ROW EXCLUSIVE MODE`;

const columns = sql`
ALTER TABLE agg.duration_day
  ADD COLUMN next_min numeric[] NOT NULL DEFAULT '{}',
  ADD COLUMN next_max numeric[] NOT NULL DEFAULT '{}';
ALTER TABLE agg.pending_duration
  DROP COLUMN added_min,
  DROP COLUMN added_max,
  DROP COLUMN removed_min,
  DROP COLUMN removed_max,
  ADD COLUMN minutes numeric[] NOT NULL,
  ADD COLUMN copies integer[] NOT NULL`;

const columnsOfBefore = sql`
ALTER TABLE agg.duration_day
  DROP COLUMN next_min,
  DROP COLUMN next_max;
ALTER TABLE agg.pending_duration
  DROP COLUMN minutes,
  DROP COLUMN copies,
  ADD COLUMN added_min numeric,
  ADD COLUMN added_max numeric,
  ADD COLUMN removed_min numeric,
  ADD COLUMN removed_max numeric`;

function functionOfBefore(name: string): string {
  const all = BASELINE.join('\n');
  const start = all.indexOf(`CREATE FUNCTION agg.${name}()`);
  return all.slice(start, all.indexOf('END $$;', start) + 7).replace('CREATE', 'CREATE OR REPLACE');
}

export const extremes = sql`
CREATE FUNCTION agg.extremes(
  side integer, kept numeric[], is_all boolean, minutes numeric[], copies integer[]) RETURNS numeric[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce((array_agg(value ORDER BY side * value))[1:16], '{}')
  FROM (
    SELECT value, sum(number) AS number
    FROM (
      SELECT value, 1 AS number FROM unnest(kept) AS value
      UNION ALL
      SELECT * FROM unnest(minutes, copies)
    ) AS change (value, number)
    WHERE is_all OR side * value <= side * kept[cardinality(kept)]
    GROUP BY value
    HAVING sum(number) > 0
  ) AS net
  CROSS JOIN generate_series(1, least(number, 16))
$$;`;

export const flush = sql`
CREATE OR REPLACE FUNCTION agg.flush() RETURNS trigger
LANGUAGE plpgsql SET jit = off SET enable_seqscan = off SET enable_hashjoin = off
SET enable_mergejoin = off SET work_mem = '64MB' AS $$
DECLARE
  this_xid CONSTANT xid8 := NEW.xid;
BEGIN
  IF NOT EXISTS (SELECT FROM agg.touched WHERE xid = this_xid) THEN
    RETURN NULL;
  END IF;
  IF EXISTS (SELECT FROM agg.pending_review WHERE xid = this_xid)
    OR EXISTS (SELECT FROM agg.pending_before WHERE xid = this_xid) THEN
    PERFORM agg.queue_reviews(this_xid);
  END IF;
  IF EXISTS (SELECT FROM agg.pending_cell WHERE xid = this_xid OFFSET 2000) THEN
    PERFORM agg.compact_cells(this_xid);
  END IF;
  IF EXISTS (SELECT FROM agg.pending_duration WHERE xid = this_xid) THEN
    INSERT INTO agg.duration_day AS stored
  SELECT project_id, turing_batch_id, activity_day, target_model, sum(duration_count), sum(duration_sum)
  FROM agg.pending_duration WHERE xid = this_xid
  GROUP BY project_id, turing_batch_id, activity_day, target_model
  ORDER BY project_id, turing_batch_id, activity_day, target_model
  ON CONFLICT (project_id, turing_batch_id, activity_day, target_model) DO UPDATE SET
    duration_count = stored.duration_count + excluded.duration_count,
    duration_sum = stored.duration_sum + excluded.duration_sum;
  WITH change AS MATERIALIZED (SELECT project_id, turing_batch_id, activity_day, target_model, sum(copies) AS duration_count,
    array_agg(minutes) AS minutes, array_agg(copies) AS copies
  FROM (
    SELECT project_id, turing_batch_id, activity_day, target_model, value AS minutes, sum(number)::integer AS copies
    FROM agg.pending_duration
    CROSS JOIN unnest(minutes, copies) AS change (value, number)
    WHERE xid = this_xid
    GROUP BY project_id, turing_batch_id, activity_day, target_model, value
    HAVING sum(number) <> 0
  ) AS net
  GROUP BY project_id, turing_batch_id, activity_day, target_model)
  UPDATE agg.duration_day AS stored
  SET duration_min = lowest[1], next_min = lowest[2:],
    duration_max = highest[1], next_max = highest[2:]
  FROM change
  CROSS JOIN LATERAL (
    SELECT stored.ctid AS place, minima, maxima,
      agg.extremes(1, minima, cardinality(minima) = before, minutes, copies) AS lowest,
      agg.extremes(-1, maxima, cardinality(maxima) = before, minutes, copies) AS highest
    FROM agg.duration_day AS stored
    CROSS JOIN LATERAL (
      SELECT array_remove(duration_min || next_min, NULL) AS minima,
        array_remove(duration_max || next_max, NULL) AS maxima,
        stored.duration_count - change.duration_count AS before
    ) AS known
    WHERE stored.project_id = change.project_id AND stored.turing_batch_id = change.turing_batch_id AND stored.activity_day = change.activity_day AND stored.target_model = change.target_model
    OFFSET 0
  ) AS moved
  WHERE stored.ctid = place AND (minima, maxima) IS DISTINCT FROM (lowest, highest);
  IF EXISTS (SELECT project_id, turing_batch_id, activity_day, target_model
  FROM (SELECT DISTINCT project_id, turing_batch_id, activity_day, target_model FROM agg.pending_duration WHERE xid = this_xid) AS changed
  CROSS JOIN LATERAL (
    SELECT
    FROM agg.duration_day AS stored
    WHERE stored.project_id = changed.project_id AND stored.turing_batch_id = changed.turing_batch_id AND stored.activity_day = changed.activity_day AND stored.target_model = changed.target_model AND duration_count > 0
      AND (duration_min IS NULL OR duration_max IS NULL)
    OFFSET 0
  ) AS stored) THEN
    WITH lost AS MATERIALIZED (SELECT project_id, turing_batch_id, activity_day, target_model
  FROM (SELECT DISTINCT project_id, turing_batch_id, activity_day, target_model FROM agg.pending_duration WHERE xid = this_xid) AS changed
  CROSS JOIN LATERAL (
    SELECT
    FROM agg.duration_day AS stored
    WHERE stored.project_id = changed.project_id AND stored.turing_batch_id = changed.turing_batch_id AND stored.activity_day = changed.activity_day AND stored.target_model = changed.target_model AND duration_count > 0
      AND (duration_min IS NULL OR duration_max IS NULL)
    OFFSET 0
  ) AS stored)
  UPDATE agg.duration_day AS stored
  SET duration_min = lowest[1], next_min = lowest[2:],
    duration_max = highest[1], next_max = highest[2:]
  FROM (SELECT DISTINCT project_id, turing_batch_id, activity_day FROM lost) AS batch_day
  CROSS JOIN LATERAL (
    SELECT coalesce(target_model, '') COLLATE "C" AS target_model,
      (array_agg(duration_minutes ORDER BY duration_minutes))[1:16] AS lowest,
      (array_agg(duration_minutes ORDER BY duration_minutes DESC))[1:16] AS highest
    FROM core.task
    WHERE task.project_id = batch_day.project_id AND task.turing_batch_id = batch_day.turing_batch_id
      AND core.activity_span(core.activity_time(completed_at, updated_at, created_at))
        BETWEEN ((batch_day.activity_day - interval '5 hours') AT TIME ZONE core.reporting_zone())
        AND ((batch_day.activity_day + interval '26 hours') AT TIME ZONE core.reporting_zone())
      AND core.activity_day(completed_at, updated_at, created_at) = batch_day.activity_day
      AND duration_minutes IS NOT NULL
    GROUP BY 1
    OFFSET 0
  ) AS of_model
  WHERE stored.project_id = batch_day.project_id AND stored.turing_batch_id = batch_day.turing_batch_id AND stored.activity_day = batch_day.activity_day
    AND stored.target_model = of_model.target_model
    AND EXISTS (SELECT FROM lost WHERE lost.project_id = stored.project_id AND lost.turing_batch_id = stored.turing_batch_id AND lost.activity_day = stored.activity_day AND lost.target_model = stored.target_model);
  END IF;
  IF EXISTS (SELECT FROM agg.pending_duration WHERE xid = this_xid AND duration_count < 0) THEN
    DELETE FROM agg.duration_day AS stored
  WHERE duration_count = 0 AND ctid = ANY (ARRAY(
    SELECT emptied.ctid
    FROM (SELECT DISTINCT project_id, turing_batch_id, activity_day, target_model FROM agg.pending_duration WHERE xid = this_xid AND duration_count < 0) AS left_behind
    CROSS JOIN LATERAL (
      SELECT stored.ctid FROM agg.duration_day AS stored
      WHERE stored.project_id = left_behind.project_id AND stored.turing_batch_id = left_behind.turing_batch_id AND stored.activity_day = left_behind.activity_day AND stored.target_model = left_behind.target_model AND stored.duration_count = 0
      OFFSET 0
    ) AS emptied));
  END IF;
  END IF;
  IF EXISTS (SELECT FROM agg.pending_slot WHERE xid = this_xid) THEN
    INSERT INTO agg.user_slot AS stored (project_id, user_email, slot_start, tasks, turns)
  SELECT project_id, user_email, slot_start, sum(tasks), sum(turns)
  FROM agg.pending_slot WHERE xid = this_xid
  GROUP BY project_id, user_email, slot_start
  HAVING sum(tasks) <> 0 OR sum(turns) <> 0
  ORDER BY project_id, user_email, slot_start
  ON CONFLICT (project_id, user_email, slot_start) DO UPDATE SET
    tasks = stored.tasks + excluded.tasks, turns = stored.turns + excluded.turns;
  IF EXISTS (SELECT FROM agg.pending_slot WHERE xid = this_xid AND tasks < 0) THEN
    DELETE FROM agg.user_slot AS stored
  WHERE tasks = 0 AND ctid = ANY (ARRAY(
    SELECT emptied.ctid
    FROM (SELECT DISTINCT project_id, user_email, slot_start FROM agg.pending_slot WHERE xid = this_xid AND tasks < 0) AS left_behind
    CROSS JOIN LATERAL (
      SELECT stored.ctid FROM agg.user_slot AS stored
      WHERE stored.project_id = left_behind.project_id AND stored.user_email = left_behind.user_email AND stored.slot_start = left_behind.slot_start AND stored.tasks = 0
      OFFSET 0
    ) AS emptied));
  END IF;
    INSERT INTO agg.user_day AS stored (project_id, user_email, day, tasks, turns)
  SELECT project_id, user_email, day, sum(tasks), sum(turns)
  FROM (
    SELECT xid, project_id, user_email, core.reporting_day(slot_start) AS day, tasks, turns
    FROM agg.pending_slot
  ) AS delta WHERE xid = this_xid
  GROUP BY project_id, user_email, day
  HAVING sum(tasks) <> 0 OR sum(turns) <> 0
  ORDER BY project_id, user_email, day
  ON CONFLICT (project_id, user_email, day) DO UPDATE SET
    tasks = stored.tasks + excluded.tasks, turns = stored.turns + excluded.turns;
  IF EXISTS (SELECT FROM agg.pending_slot WHERE xid = this_xid AND tasks < 0) THEN
    DELETE FROM agg.user_day AS stored
  WHERE tasks = 0 AND ctid = ANY (ARRAY(
    SELECT emptied.ctid
    FROM (SELECT DISTINCT project_id, user_email, day FROM (
    SELECT xid, project_id, user_email, core.reporting_day(slot_start) AS day, tasks, turns
    FROM agg.pending_slot
  ) AS delta WHERE xid = this_xid AND tasks < 0) AS left_behind
    CROSS JOIN LATERAL (
      SELECT stored.ctid FROM agg.user_day AS stored
      WHERE stored.project_id = left_behind.project_id AND stored.user_email = left_behind.user_email AND stored.day = left_behind.day AND stored.tasks = 0
      OFFSET 0
    ) AS emptied));
  END IF;
  END IF;
  IF EXISTS (SELECT FROM agg.pending_cell WHERE xid = this_xid) THEN
    INSERT INTO agg.task_cell AS stored (project_id, turing_batch_id, activity_day, status, target_model, validation_status, tasks, reviewed_tasks, reviews, turns)
  SELECT project_id, turing_batch_id, activity_day, status, target_model, validation_status, sum(tasks), sum(reviewed_tasks), sum(reviews), sum(turns)
  FROM agg.pending_cell WHERE xid = this_xid
  GROUP BY project_id, turing_batch_id, activity_day, status, target_model, validation_status
  HAVING sum(tasks) <> 0 OR sum(reviewed_tasks) <> 0 OR sum(reviews) <> 0 OR sum(turns) <> 0
  ORDER BY project_id, turing_batch_id, activity_day, status, target_model, validation_status
  ON CONFLICT (project_id, turing_batch_id, activity_day, status, target_model, validation_status) DO UPDATE SET
    tasks = stored.tasks + excluded.tasks, reviewed_tasks = stored.reviewed_tasks + excluded.reviewed_tasks, reviews = stored.reviews + excluded.reviews, turns = stored.turns + excluded.turns;
  INSERT INTO agg.batch_day AS stored (project_id, turing_batch_id, activity_day, status, tasks, reviewed_tasks, reviews)
  SELECT project_id, turing_batch_id, activity_day, status, sum(tasks), sum(reviewed_tasks), sum(reviews)
  FROM agg.pending_cell WHERE xid = this_xid
  GROUP BY project_id, turing_batch_id, activity_day, status
  HAVING sum(tasks) <> 0 OR sum(reviewed_tasks) <> 0 OR sum(reviews) <> 0
  ORDER BY project_id, turing_batch_id, activity_day, status
  ON CONFLICT (project_id, turing_batch_id, activity_day, status) DO UPDATE SET
    tasks = stored.tasks + excluded.tasks, reviewed_tasks = stored.reviewed_tasks + excluded.reviewed_tasks, reviews = stored.reviews + excluded.reviews;
  IF EXISTS (SELECT FROM agg.pending_cell WHERE xid = this_xid AND tasks < 0) THEN
    DELETE FROM agg.task_cell AS stored
  WHERE tasks = 0 AND ctid = ANY (ARRAY(
    SELECT emptied.ctid
    FROM (SELECT DISTINCT project_id, turing_batch_id, activity_day, status, target_model, validation_status FROM agg.pending_cell WHERE xid = this_xid AND tasks < 0) AS left_behind
    CROSS JOIN LATERAL (
      SELECT stored.ctid FROM agg.task_cell AS stored
      WHERE stored.project_id = left_behind.project_id AND stored.turing_batch_id = left_behind.turing_batch_id AND stored.activity_day = left_behind.activity_day AND stored.status = left_behind.status AND stored.target_model = left_behind.target_model AND stored.validation_status = left_behind.validation_status AND stored.tasks = 0
      OFFSET 0
    ) AS emptied));
    DELETE FROM agg.batch_day AS stored
  WHERE tasks = 0 AND ctid = ANY (ARRAY(
    SELECT emptied.ctid
    FROM (SELECT DISTINCT project_id, turing_batch_id, activity_day, status FROM agg.pending_cell WHERE xid = this_xid AND tasks < 0) AS left_behind
    CROSS JOIN LATERAL (
      SELECT stored.ctid FROM agg.batch_day AS stored
      WHERE stored.project_id = left_behind.project_id AND stored.turing_batch_id = left_behind.turing_batch_id AND stored.activity_day = left_behind.activity_day AND stored.status = left_behind.status AND stored.tasks = 0
      OFFSET 0
    ) AS emptied));
  END IF;
  INSERT INTO agg.batch_total AS stored (project_id, turing_batch_id, status, tasks, reviewed_tasks, reviews)
  SELECT project_id, turing_batch_id, status, sum(tasks), sum(reviewed_tasks), sum(reviews)
  FROM agg.pending_cell WHERE xid = this_xid
  GROUP BY project_id, turing_batch_id, status
  HAVING sum(tasks) <> 0 OR sum(reviewed_tasks) <> 0 OR sum(reviews) <> 0
  ORDER BY project_id, turing_batch_id, status
  ON CONFLICT (project_id, turing_batch_id, status) DO UPDATE SET
    tasks = stored.tasks + excluded.tasks, reviewed_tasks = stored.reviewed_tasks + excluded.reviewed_tasks, reviews = stored.reviews + excluded.reviews;
  END IF;
  INSERT INTO agg.activity AS stored (project_id, day, turing_batch_id, completed_tasks, reviews_submitted, tasks_in_progress)
  SELECT project_id, day, turing_batch_id, sum(completed_tasks), sum(reviews_submitted), sum(tasks_in_progress)
  FROM (
    SELECT project_id, activity_day AS day, turing_batch_id, completed_tasks,
      0 AS reviews_submitted, 0 AS tasks_in_progress
    FROM agg.pending_cell WHERE xid = this_xid AND completed_tasks <> 0
    UNION ALL
    SELECT project_id, day, turing_batch_id, 0, reviews_submitted, tasks_in_progress
    FROM agg.pending_activity WHERE xid = this_xid
  ) AS delta
  GROUP BY project_id, day, turing_batch_id
  HAVING sum(completed_tasks) <> 0 OR sum(reviews_submitted) <> 0 OR sum(tasks_in_progress) <> 0
  ORDER BY project_id, day, turing_batch_id
  ON CONFLICT (project_id, day, turing_batch_id) DO UPDATE SET
    completed_tasks = stored.completed_tasks + excluded.completed_tasks, reviews_submitted = stored.reviews_submitted + excluded.reviews_submitted, tasks_in_progress = stored.tasks_in_progress + excluded.tasks_in_progress;
  IF EXISTS (SELECT FROM agg.pending_user WHERE xid = this_xid) THEN
    INSERT INTO agg.user_total AS stored (project_id, user_email, status, tasks, reviewed_tasks)
  SELECT project_id, user_email, status, sum(tasks), sum(reviewed_tasks)
  FROM agg.pending_user WHERE xid = this_xid
  GROUP BY project_id, user_email, status
  HAVING sum(tasks) <> 0 OR sum(reviewed_tasks) <> 0
  ORDER BY project_id, user_email, status
  ON CONFLICT (project_id, user_email, status) DO UPDATE SET
    tasks = stored.tasks + excluded.tasks, reviewed_tasks = stored.reviewed_tasks + excluded.reviewed_tasks;
  INSERT INTO core.task_user
  SELECT user_email
  FROM (
    SELECT DISTINCT user_email FROM agg.pending_user WHERE xid = this_xid AND tasks > 0 AND user_email <> ''
    OFFSET 0
  ) AS named
  WHERE NOT EXISTS (
    SELECT FROM core.task_user AS known WHERE known.user_email = named.user_email)
  ORDER BY user_email
  ON CONFLICT DO NOTHING;
  END IF;
  INSERT INTO agg.desk_day AS stored (project_id, day, user_email, tasks)
  SELECT project_id, day, user_email, sum(tasks)
  FROM agg.pending_desk WHERE xid = this_xid
  GROUP BY project_id, day, user_email
  HAVING sum(tasks) <> 0
  ORDER BY project_id, day, user_email
  ON CONFLICT (project_id, day, user_email) DO UPDATE SET
    tasks = stored.tasks + excluded.tasks;
  DELETE FROM agg.pending_duration WHERE xid = this_xid;
  DELETE FROM agg.pending_cell WHERE xid = this_xid;
  DELETE FROM agg.pending_slot WHERE xid = this_xid;
  DELETE FROM agg.pending_user WHERE xid = this_xid;
  DELETE FROM agg.pending_activity WHERE xid = this_xid;
  DELETE FROM agg.pending_desk WHERE xid = this_xid;

  INSERT INTO agg.project_revision AS stored
  SELECT project_id, 1 FROM agg.touched WHERE xid = this_xid
  ORDER BY project_id
  ON CONFLICT (project_id) DO UPDATE SET revision = stored.revision + 1;

  PERFORM pg_notify('portal_revision',
    json_build_object('project_id', project_id, 'revision', revision)::text)
  FROM agg.touched
  JOIN agg.project_revision USING (project_id)
  WHERE xid = this_xid;
  DELETE FROM agg.touched WHERE xid = this_xid;
  RETURN NULL;
END $$;`;

const taskInserted = sql`
CREATE OR REPLACE FUNCTION agg.task_inserted() RETURNS trigger
LANGUAGE plpgsql SET jit = off SET work_mem = '64MB'  AS $$
DECLARE
  this_xid CONSTANT xid8 := pg_current_xact_id();
BEGIN
  PERFORM agg.require_read_committed();
  INSERT INTO agg.touched
  SELECT DISTINCT this_xid, project_id FROM new_rows
  ON CONFLICT DO NOTHING;
  WITH signed AS NOT MATERIALIZED (SELECT *, 1 AS sign FROM new_rows),
  cells AS MATERIALIZED (
    SELECT project_id, turing_batch_id,
      core.activity_day(completed_at, updated_at, created_at) AS activity_day, status,
      coalesce(target_model, '') AS target_model,
      coalesce(validation_status, '') AS validation_status,
      sum(sign) AS tasks,
      coalesce(sum(sign) FILTER (WHERE core.is_done(status) AND completed_at IS NOT NULL), 0)
        AS completed_tasks,
      sum(sign * number_of_turns) AS turns
    FROM signed
    GROUP BY 1, 2, 3, 4, 5, 6
  ),
  queued_cells AS (
    INSERT INTO agg.pending_cell
    SELECT this_xid, project_id, turing_batch_id, activity_day, status, target_model,
      validation_status, tasks, completed_tasks, 0, 0, turns
    FROM cells
    WHERE tasks <> 0 OR completed_tasks <> 0 OR turns <> 0
  ),
  durations AS (
    SELECT project_id, turing_batch_id,
      core.activity_day(completed_at, updated_at, created_at) AS activity_day,
      coalesce(target_model, '') AS target_model, duration_minutes, sum(sign) AS copies
    FROM signed
    WHERE duration_minutes IS NOT NULL
    GROUP BY 1, 2, 3, 4, 5
    HAVING sum(sign) <> 0
  ),
  queued_durations AS (
    INSERT INTO agg.pending_duration
    SELECT this_xid, project_id, turing_batch_id, activity_day, target_model,
      sum(copies), sum(copies * duration_minutes), array_agg(duration_minutes), array_agg(copies)
    FROM durations
    GROUP BY 2, 3, 4, 5
  ),
  queued_users AS (
    INSERT INTO agg.pending_user
    SELECT this_xid, project_id, coalesce(user_email, ''), status, sum(sign), 0
    FROM signed
    GROUP BY 2, 3, 4
    HAVING sum(sign) <> 0
  ),
  queued_slots AS (
    INSERT INTO agg.pending_slot
    SELECT this_xid, project_id, coalesce(user_email, ''), agg.slot_of(completed_at),
      sum(sign), sum(sign * number_of_turns)
    FROM signed
    WHERE core.is_done(status) AND isfinite(completed_at)
    GROUP BY 2, 3, 4
    HAVING sum(sign) <> 0 OR sum(sign * number_of_turns) <> 0
  )
  INSERT INTO agg.pending_activity
  SELECT this_xid, project_id, core.reporting_day(updated_at), turing_batch_id, 0, sum(sign)
  FROM signed
  WHERE status = 'in_progress' AND updated_at IS NOT NULL
  GROUP BY 2, 3, 4;
  RETURN NULL;
END $$;`;

const taskDeleted = sql`
CREATE OR REPLACE FUNCTION agg.task_deleted() RETURNS trigger
LANGUAGE plpgsql SET jit = off SET work_mem = '64MB'  AS $$
DECLARE
  this_xid CONSTANT xid8 := pg_current_xact_id();
BEGIN
  PERFORM agg.require_read_committed();
  INSERT INTO agg.touched
  SELECT DISTINCT this_xid, project_id FROM old_rows
  ON CONFLICT DO NOTHING;
  INSERT INTO agg.pending_before
    SELECT this_xid, turing_task_id, project_id, turing_batch_id,
      core.activity_day(completed_at, updated_at, created_at),
      coalesce(user_email, ''), status, coalesce(target_model, ''),
      coalesce(validation_status, '')
    FROM old_rows
    ORDER BY turing_task_id
    ON CONFLICT DO NOTHING;
  WITH signed AS NOT MATERIALIZED (SELECT *, -1 AS sign FROM old_rows),
  cells AS MATERIALIZED (
    SELECT project_id, turing_batch_id,
      core.activity_day(completed_at, updated_at, created_at) AS activity_day, status,
      coalesce(target_model, '') AS target_model,
      coalesce(validation_status, '') AS validation_status,
      sum(sign) AS tasks,
      coalesce(sum(sign) FILTER (WHERE core.is_done(status) AND completed_at IS NOT NULL), 0)
        AS completed_tasks,
      sum(sign * number_of_turns) AS turns
    FROM signed
    GROUP BY 1, 2, 3, 4, 5, 6
  ),
  queued_cells AS (
    INSERT INTO agg.pending_cell
    SELECT this_xid, project_id, turing_batch_id, activity_day, status, target_model,
      validation_status, tasks, completed_tasks, 0, 0, turns
    FROM cells
    WHERE tasks <> 0 OR completed_tasks <> 0 OR turns <> 0
  ),
  durations AS (
    SELECT project_id, turing_batch_id,
      core.activity_day(completed_at, updated_at, created_at) AS activity_day,
      coalesce(target_model, '') AS target_model, duration_minutes, sum(sign) AS copies
    FROM signed
    WHERE duration_minutes IS NOT NULL
    GROUP BY 1, 2, 3, 4, 5
    HAVING sum(sign) <> 0
  ),
  queued_durations AS (
    INSERT INTO agg.pending_duration
    SELECT this_xid, project_id, turing_batch_id, activity_day, target_model,
      sum(copies), sum(copies * duration_minutes), array_agg(duration_minutes), array_agg(copies)
    FROM durations
    GROUP BY 2, 3, 4, 5
  ),
  queued_users AS (
    INSERT INTO agg.pending_user
    SELECT this_xid, project_id, coalesce(user_email, ''), status, sum(sign), 0
    FROM signed
    GROUP BY 2, 3, 4
    HAVING sum(sign) <> 0
  ),
  queued_slots AS (
    INSERT INTO agg.pending_slot
    SELECT this_xid, project_id, coalesce(user_email, ''), agg.slot_of(completed_at),
      sum(sign), sum(sign * number_of_turns)
    FROM signed
    WHERE core.is_done(status) AND isfinite(completed_at)
    GROUP BY 2, 3, 4
    HAVING sum(sign) <> 0 OR sum(sign * number_of_turns) <> 0
  )
  INSERT INTO agg.pending_activity
  SELECT this_xid, project_id, core.reporting_day(updated_at), turing_batch_id, 0, sum(sign)
  FROM signed
  WHERE status = 'in_progress' AND updated_at IS NOT NULL
  GROUP BY 2, 3, 4;
  RETURN NULL;
END $$;`;

const taskUpdated = sql`
CREATE OR REPLACE FUNCTION agg.task_updated() RETURNS trigger
LANGUAGE plpgsql SET jit = off SET work_mem = '64MB' SET enable_nestloop = off SET enable_mergejoin = off AS $$
DECLARE
  this_xid CONSTANT xid8 := pg_current_xact_id();
BEGIN
  PERFORM agg.require_read_committed();
  INSERT INTO agg.touched
  SELECT DISTINCT this_xid, project_id FROM (SELECT project_id FROM old_rows UNION ALL SELECT project_id FROM new_rows) AS task
  ON CONFLICT DO NOTHING;
  WITH changed AS MATERIALIZED (
    SELECT turing_task_id,
      old_task.project_id AS old_project_id, old_task.turing_batch_id AS old_turing_batch_id, old_task.user_email AS old_user_email, old_task.status AS old_status, old_task.number_of_turns AS old_number_of_turns, old_task.duration_minutes AS old_duration_minutes, old_task.completed_at AS old_completed_at, old_task.created_at AS old_created_at, old_task.updated_at AS old_updated_at, old_task.target_model AS old_target_model, old_task.validation_status AS old_validation_status,
      new_task.project_id AS new_project_id, new_task.turing_batch_id AS new_turing_batch_id, new_task.user_email AS new_user_email, new_task.status AS new_status, new_task.number_of_turns AS new_number_of_turns, new_task.duration_minutes AS new_duration_minutes, new_task.completed_at AS new_completed_at, new_task.created_at AS new_created_at, new_task.updated_at AS new_updated_at, new_task.target_model AS new_target_model, new_task.validation_status AS new_validation_status
    FROM old_rows AS old_task
    FULL JOIN new_rows AS new_task USING (turing_task_id)
    WHERE (old_task.project_id, old_task.turing_batch_id, old_task.user_email, old_task.status, old_task.number_of_turns, old_task.duration_minutes, old_task.completed_at, old_task.created_at, old_task.updated_at, old_task.target_model, old_task.validation_status) IS DISTINCT FROM (new_task.project_id, new_task.turing_batch_id, new_task.user_email, new_task.status, new_task.number_of_turns, new_task.duration_minutes, new_task.completed_at, new_task.created_at, new_task.updated_at, new_task.target_model, new_task.validation_status)
  ),
  remembered AS (
    INSERT INTO agg.pending_before
    SELECT this_xid, turing_task_id, old_project_id, old_turing_batch_id,
      core.activity_day(old_completed_at, old_updated_at, old_created_at),
      coalesce(old_user_email, ''), old_status, coalesce(old_target_model, ''),
      coalesce(old_validation_status, '')
    FROM changed
    WHERE old_project_id IS NOT NULL
      AND (old_project_id, old_turing_batch_id, old_user_email, old_status, old_completed_at, old_created_at, old_updated_at, old_target_model, old_validation_status) IS DISTINCT FROM (new_project_id, new_turing_batch_id, new_user_email, new_status, new_completed_at, new_created_at, new_updated_at, new_target_model, new_validation_status)
    ORDER BY turing_task_id
    ON CONFLICT DO NOTHING
  ),
  -- If the primary key changed, the old and the new row do not join.
  signed AS MATERIALIZED (
    SELECT -1 AS sign, old_project_id AS project_id, old_turing_batch_id AS turing_batch_id, old_user_email AS user_email, old_status AS status, old_number_of_turns AS number_of_turns, old_duration_minutes AS duration_minutes, old_completed_at AS completed_at, old_created_at AS created_at, old_updated_at AS updated_at, old_target_model AS target_model, old_validation_status AS validation_status
    FROM changed WHERE old_project_id IS NOT NULL
    UNION ALL
    SELECT 1, new_project_id, new_turing_batch_id, new_user_email, new_status, new_number_of_turns, new_duration_minutes, new_completed_at, new_created_at, new_updated_at, new_target_model, new_validation_status
    FROM changed WHERE new_project_id IS NOT NULL
  ),
  cells AS MATERIALIZED (
    SELECT project_id, turing_batch_id,
      core.activity_day(completed_at, updated_at, created_at) AS activity_day, status,
      coalesce(target_model, '') AS target_model,
      coalesce(validation_status, '') AS validation_status,
      sum(sign) AS tasks,
      coalesce(sum(sign) FILTER (WHERE core.is_done(status) AND completed_at IS NOT NULL), 0)
        AS completed_tasks,
      sum(sign * number_of_turns) AS turns
    FROM signed
    GROUP BY 1, 2, 3, 4, 5, 6
  ),
  queued_cells AS (
    INSERT INTO agg.pending_cell
    SELECT this_xid, project_id, turing_batch_id, activity_day, status, target_model,
      validation_status, tasks, completed_tasks, 0, 0, turns
    FROM cells
    WHERE tasks <> 0 OR completed_tasks <> 0 OR turns <> 0
  ),
  durations AS (
    SELECT project_id, turing_batch_id,
      core.activity_day(completed_at, updated_at, created_at) AS activity_day,
      coalesce(target_model, '') AS target_model, duration_minutes, sum(sign) AS copies
    FROM signed
    WHERE duration_minutes IS NOT NULL
    GROUP BY 1, 2, 3, 4, 5
    HAVING sum(sign) <> 0
  ),
  queued_durations AS (
    INSERT INTO agg.pending_duration
    SELECT this_xid, project_id, turing_batch_id, activity_day, target_model,
      sum(copies), sum(copies * duration_minutes), array_agg(duration_minutes), array_agg(copies)
    FROM durations
    GROUP BY 2, 3, 4, 5
  ),
  queued_users AS (
    INSERT INTO agg.pending_user
    SELECT this_xid, project_id, coalesce(user_email, ''), status, sum(sign), 0
    FROM signed
    GROUP BY 2, 3, 4
    HAVING sum(sign) <> 0
  ),
  queued_slots AS (
    INSERT INTO agg.pending_slot
    SELECT this_xid, project_id, coalesce(user_email, ''), agg.slot_of(completed_at),
      sum(sign), sum(sign * number_of_turns)
    FROM signed
    WHERE core.is_done(status) AND isfinite(completed_at)
    GROUP BY 2, 3, 4
    HAVING sum(sign) <> 0 OR sum(sign * number_of_turns) <> 0
  )
  INSERT INTO agg.pending_activity
  SELECT this_xid, project_id, core.reporting_day(updated_at), turing_batch_id, 0, sum(sign)
  FROM signed
  WHERE status = 'in_progress' AND updated_at IS NOT NULL
  GROUP BY 2, 3, 4;
  RETURN NULL;
END $$;`;
