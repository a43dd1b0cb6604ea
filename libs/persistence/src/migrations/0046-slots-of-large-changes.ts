import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sql } from '../sql.js';
import { flush as flushOfBefore, withoutChanges } from './0022-next-extremes.js';

/** A large transaction adds rows of its own to `agg.user_slot`, so that edits do not wait for it (ADR 177). */
export class SlotsOfLargeChanges1800000000048 implements MigrationInterface {
  name = 'SlotsOfLargeChanges1800000000048';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(withoutChanges);
    await runner.query(sql`
ALTER TABLE agg.user_slot
  DROP CONSTRAINT user_slot_pkey,
  ADD CONSTRAINT user_slot_pkey PRIMARY KEY USING INDEX user_slot_key`);
    await runner.query(flush);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(withoutChanges);
    await runner.query(mergeAll);
    await runner.query(sql`
ALTER TABLE agg.user_slot
  DROP CONSTRAINT user_slot_pkey,
  ADD CONSTRAINT user_slot_pkey PRIMARY KEY (project_id, user_email, slot_start)`);
    await runner.query(flushOfBefore);
  }
}

const mergeAll = sql`
WITH taken AS (
  DELETE FROM agg.user_slot WHERE xid <> '0' RETURNING *
)
INSERT INTO agg.user_slot AS stored (project_id, user_email, slot_start, tasks, turns)
SELECT project_id, user_email, slot_start, sum(tasks), sum(turns) FROM taken GROUP BY 1, 2, 3
ON CONFLICT (project_id, user_email, slot_start, xid) DO UPDATE SET
  tasks = stored.tasks + excluded.tasks, turns = stored.turns + excluded.turns`;

/**
 * Slots come first. Rows that count nothing are deleted by the place that their merge returns. A transaction
 * that changes only the scope of all projects reads no deltas.
 */
export const flush = sql`
CREATE OR REPLACE FUNCTION agg.flush() RETURNS trigger
LANGUAGE plpgsql SET jit = off SET enable_seqscan = off SET enable_hashjoin = off
SET enable_mergejoin = off SET work_mem = '64MB' AS $$
DECLARE
  this_xid CONSTANT xid8 := NEW.xid;
  slot_xid xid8 := '0';
  emptied tid[];
BEGIN
  IF NOT EXISTS (SELECT FROM agg.touched WHERE xid = this_xid) THEN
    RETURN NULL;
  END IF;
  -- The scope of all projects has no tasks.
  IF EXISTS (SELECT FROM agg.touched WHERE xid = this_xid AND project_id <> 0) THEN
    IF EXISTS (SELECT FROM agg.pending_review WHERE xid = this_xid)
    OR EXISTS (SELECT FROM agg.pending_before WHERE xid = this_xid) THEN
    PERFORM agg.queue_reviews(this_xid);
  END IF;
  IF EXISTS (SELECT FROM agg.pending_cell WHERE xid = this_xid OFFSET 2000) THEN
    PERFORM agg.compact_cells(this_xid);
  END IF;
  IF EXISTS (SELECT FROM agg.pending_slot WHERE xid = this_xid OFFSET 2000)
    AND EXISTS (SELECT FROM agg.touched WHERE xid = this_xid AND EXISTS (SELECT FROM agg.user_slot WHERE user_slot.project_id = touched.project_id)) THEN
    slot_xid := this_xid;
  END IF;
  IF EXISTS (SELECT FROM agg.pending_slot WHERE xid = this_xid) THEN
    WITH merged AS (
    INSERT INTO agg.user_slot AS stored (project_id, user_email, slot_start, xid, tasks, turns)
  SELECT project_id, user_email, slot_start, xid, sum(tasks), sum(turns)
  FROM (
    SELECT project_id, user_email, slot_start, slot_xid AS xid, tasks, turns FROM agg.pending_slot WHERE xid = this_xid
  ) AS delta
  GROUP BY project_id, user_email, slot_start, xid
  HAVING sum(tasks) <> 0 OR sum(turns) <> 0
  ORDER BY project_id, user_email, slot_start, xid
  ON CONFLICT (project_id, user_email, slot_start, xid) DO UPDATE SET
    tasks = stored.tasks + excluded.tasks, turns = stored.turns + excluded.turns
    RETURNING stored.ctid AS place, stored.tasks = 0 AND stored.turns = 0 AS is_empty
  )
  SELECT array_agg(place) INTO emptied FROM merged WHERE is_empty;
  IF emptied IS NOT NULL THEN
    DELETE FROM agg.user_slot WHERE ctid = ANY (emptied);
  END IF;
  END IF;
  IF EXISTS (SELECT FROM agg.pending_duration WHERE xid = this_xid) THEN
    WITH merged AS (
    INSERT INTO agg.duration_day AS stored
  SELECT project_id, turing_batch_id, activity_day, target_model, sum(duration_count), sum(duration_sum)
  FROM agg.pending_duration WHERE xid = this_xid
  GROUP BY project_id, turing_batch_id, activity_day, target_model
  ORDER BY project_id, turing_batch_id, activity_day, target_model
  ON CONFLICT (project_id, turing_batch_id, activity_day, target_model) DO UPDATE SET
    duration_count = stored.duration_count + excluded.duration_count,
    duration_sum = stored.duration_sum + excluded.duration_sum
    RETURNING stored.ctid AS place, stored.duration_count = 0 AS is_empty
  )
  SELECT array_agg(place) INTO emptied FROM merged WHERE is_empty;
  IF emptied IS NOT NULL THEN
    DELETE FROM agg.duration_day WHERE ctid = ANY (emptied);
  END IF;
  WITH change AS MATERIALIZED (SELECT project_id, turing_batch_id, activity_day, target_model, sum(number) AS duration_count,
    array_agg(value) AS minutes, array_agg(number) AS copies
  FROM agg.pending_duration
  CROSS JOIN unnest(minutes, copies) AS change (value, number)
  WHERE xid = this_xid
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
  END IF;
  IF EXISTS (SELECT FROM agg.pending_slot WHERE xid = this_xid) THEN
    WITH merged AS (
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
    tasks = stored.tasks + excluded.tasks, turns = stored.turns + excluded.turns
    RETURNING stored.ctid AS place, stored.tasks = 0 AS is_empty
  )
  SELECT array_agg(place) INTO emptied FROM merged WHERE is_empty;
  IF emptied IS NOT NULL THEN
    DELETE FROM agg.user_day WHERE ctid = ANY (emptied);
  END IF;
  END IF;
  IF EXISTS (SELECT FROM agg.pending_cell WHERE xid = this_xid) THEN
    WITH merged AS (
    INSERT INTO agg.task_cell AS stored (project_id, turing_batch_id, activity_day, status, target_model, validation_status, tasks, reviewed_tasks, reviews, turns)
  SELECT project_id, turing_batch_id, activity_day, status, target_model, validation_status, sum(tasks), sum(reviewed_tasks), sum(reviews), sum(turns)
  FROM agg.pending_cell WHERE xid = this_xid
  GROUP BY project_id, turing_batch_id, activity_day, status, target_model, validation_status
  HAVING sum(tasks) <> 0 OR sum(reviewed_tasks) <> 0 OR sum(reviews) <> 0 OR sum(turns) <> 0
  ORDER BY project_id, turing_batch_id, activity_day, status, target_model, validation_status
  ON CONFLICT (project_id, turing_batch_id, activity_day, status, target_model, validation_status) DO UPDATE SET
    tasks = stored.tasks + excluded.tasks, reviewed_tasks = stored.reviewed_tasks + excluded.reviewed_tasks, reviews = stored.reviews + excluded.reviews, turns = stored.turns + excluded.turns
    RETURNING stored.ctid AS place, stored.tasks = 0 AS is_empty
  )
  SELECT array_agg(place) INTO emptied FROM merged WHERE is_empty;
  IF emptied IS NOT NULL THEN
    DELETE FROM agg.task_cell WHERE ctid = ANY (emptied);
  END IF;
  WITH merged AS (
    INSERT INTO agg.batch_day AS stored (project_id, turing_batch_id, activity_day, status, tasks, reviewed_tasks, reviews)
  SELECT project_id, turing_batch_id, activity_day, status, sum(tasks), sum(reviewed_tasks), sum(reviews)
  FROM agg.pending_cell WHERE xid = this_xid
  GROUP BY project_id, turing_batch_id, activity_day, status
  HAVING sum(tasks) <> 0 OR sum(reviewed_tasks) <> 0 OR sum(reviews) <> 0
  ORDER BY project_id, turing_batch_id, activity_day, status
  ON CONFLICT (project_id, turing_batch_id, activity_day, status) DO UPDATE SET
    tasks = stored.tasks + excluded.tasks, reviewed_tasks = stored.reviewed_tasks + excluded.reviewed_tasks, reviews = stored.reviews + excluded.reviews
    RETURNING stored.ctid AS place, stored.tasks = 0 AS is_empty
  )
  SELECT array_agg(place) INTO emptied FROM merged WHERE is_empty;
  IF emptied IS NOT NULL THEN
    DELETE FROM agg.batch_day WHERE ctid = ANY (emptied);
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
  END IF;

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
