import { sql } from '../../sql.js';

interface Merge {
  readonly table: string;
  readonly keys: readonly string[];
  /** The expression that sums the deltas in `source`, by counter. */
  readonly sums: Readonly<Record<string, string>>;
  /** A query, or a table of deltas restricted to this transaction. */
  readonly source: string;
}

const ofThisTransaction = (table: string): string => `${table} WHERE xid = this_xid`;

/** Adds the deltas to the read model, in the order of the keys; inserts missing rows. */
function merge({ table, keys, sums, source }: Merge): string {
  const counters = Object.keys(sums);
  const totals = Object.values(sums);
  return sql`
  INSERT INTO ${table} AS stored (${[...keys, ...counters].join(', ')})
  SELECT ${[...keys, ...totals].join(', ')}
  FROM ${source}
  GROUP BY ${keys.join(', ')}
  HAVING ${totals.map((total) => `${total} <> 0`).join(' OR ')}
  ORDER BY ${keys.join(', ')}
  ON CONFLICT (${keys.join(', ')}) DO UPDATE SET
    ${counters.map((name) => `${name} = stored.${name} + excluded.${name}`).join(', ')};`;
}

const equal = (left: string, right: string, keys: readonly string[]): string =>
  keys.map((key) => `${left}.${key} = ${right}.${key}`).join(' AND ');

/**
 * Deletes rows whose counters are zero, among the rows that lost a task. They are found by key,
 * whatever the planner's statistics are.
 */
function dropEmpty(table: string, keys: readonly string[], source: string): string {
  return sql`
  DELETE FROM ${table} AS stored
  WHERE tasks = 0 AND ctid = ANY (ARRAY(
    SELECT emptied.ctid
    FROM (SELECT DISTINCT ${keys.join(', ')} FROM ${source} AND tasks < 0) AS left_behind
    CROSS JOIN LATERAL (
      SELECT stored.ctid FROM ${table} AS stored
      WHERE ${equal('stored', 'left_behind', keys)} AND stored.tasks = 0
      OFFSET 0
    ) AS emptied));`;
}

const BATCH = ['project_id', 'turing_batch_id'];
const BATCH_DAY = [...BATCH, 'activity_day', 'status'];
const CELL = [...BATCH_DAY, 'target_model', 'validation_status'];
const SLOT = ['project_id', 'user_email', 'slot_start'];

const pendingCells = ofThisTransaction('agg.pending_cell');
const pendingUsers = ofThisTransaction('agg.pending_user');
const pendingDesk = ofThisTransaction('agg.pending_desk');
const pendingActivity = ofThisTransaction('agg.pending_activity');

const taskCounts = {
  tasks: 'sum(tasks)',
  reviewed_tasks: 'sum(reviewed_tasks)',
  reviews: 'sum(reviews)',
};

const mergeCells = sql`
  INSERT INTO agg.task_cell AS stored
  SELECT ${CELL.join(', ')}, sum(tasks), sum(reviewed_tasks), sum(reviews), sum(turns),
    sum(duration_count), sum(duration_sum), min(added_min), max(added_max)
  FROM ${pendingCells}
  GROUP BY ${CELL.join(', ')}
  HAVING sum(tasks) <> 0 OR sum(reviewed_tasks) <> 0 OR sum(reviews) <> 0 OR sum(turns) <> 0
    OR sum(duration_count) <> 0 OR sum(duration_sum) <> 0
    OR min(added_min) IS DISTINCT FROM min(removed_min)
    OR max(added_max) IS DISTINCT FROM max(removed_max)
  ORDER BY ${CELL.join(', ')}
  ON CONFLICT (${CELL.join(', ')}) DO UPDATE SET
    tasks = stored.tasks + excluded.tasks,
    reviewed_tasks = stored.reviewed_tasks + excluded.reviewed_tasks,
    reviews = stored.reviews + excluded.reviews,
    turns = stored.turns + excluded.turns,
    duration_count = stored.duration_count + excluded.duration_count,
    duration_sum = stored.duration_sum + excluded.duration_sum,
    duration_min = CASE WHEN stored.duration_count + excluded.duration_count > 0
      THEN least(stored.duration_min, excluded.duration_min) END,
    duration_max = CASE WHEN stored.duration_count + excluded.duration_count > 0
      THEN greatest(stored.duration_max, excluded.duration_max) END;`;

/**
 * Until here minimum and maximum only widen. If a removed duration was the stored extreme, the cell
 * is recounted. The merge has locked the cell, so all earlier changes are committed and visible.
 * The tasks of its batch and day are read once, by index. The range is two hours wider on both
 * sides because of clock changes; the condition on the day is exact.
 */
const shrinkExtremes = sql`
  WITH doubtful AS MATERIALIZED (
    SELECT ${CELL.join(', ')}
    FROM (
      SELECT ${CELL.join(', ')}, min(removed_min) AS removed_min, max(removed_max) AS removed_max
      FROM ${pendingCells} AND (removed_min IS NOT NULL OR removed_max IS NOT NULL)
      GROUP BY ${CELL.join(', ')}
    ) AS removed
    CROSS JOIN LATERAL (
      SELECT duration_min, duration_max FROM agg.task_cell AS stored
      WHERE ${equal('stored', 'removed', CELL)}
      OFFSET 0
    ) AS stored
    WHERE removed_min <= duration_min OR removed_max >= duration_max
  ),
  recounted AS (
    SELECT batch_day.*, task.*, false AS is_doubtful
    FROM (SELECT DISTINCT ${BATCH.join(', ')}, activity_day FROM doubtful) AS batch_day
    CROSS JOIN LATERAL (
      SELECT status COLLATE "C" AS status, coalesce(target_model, '') COLLATE "C" AS target_model,
        coalesce(validation_status, '') COLLATE "C" AS validation_status, duration_minutes
      FROM core.task
      WHERE ${equal('task', 'batch_day', BATCH)}
        AND coalesce(completed_at, updated_at, created_at, '-infinity')
          BETWEEN ((activity_day - interval '2 hours') AT TIME ZONE core.reporting_zone())
          AND ((activity_day + interval '26 hours') AT TIME ZONE core.reporting_zone())
        AND core.activity_day(completed_at, updated_at, created_at) = activity_day
        AND duration_minutes IS NOT NULL
      OFFSET 0
    ) AS task
    UNION ALL
    SELECT ${CELL.join(', ')}, NULL, true FROM doubtful
  ),
  extremes AS (
    SELECT ${CELL.join(', ')}, min(duration_minutes) AS minimum, max(duration_minutes) AS maximum
    FROM recounted
    GROUP BY ${CELL.join(', ')}
    HAVING bool_or(is_doubtful)
  )
  INSERT INTO agg.task_cell
  SELECT ${CELL.join(', ')}, 0, 0, 0, 0, 0, 0, minimum, maximum FROM extremes
  ON CONFLICT (${CELL.join(', ')}) DO UPDATE
  SET duration_min = excluded.duration_min, duration_max = excluded.duration_max;`;

const flushCells = sql`
  ${mergeCells}
  IF EXISTS (SELECT FROM ${pendingCells} AND (removed_min IS NOT NULL OR removed_max IS NOT NULL)) THEN
    ${shrinkExtremes}
  END IF;
  ${merge({ table: 'agg.batch_day', keys: BATCH_DAY, sums: taskCounts, source: pendingCells })}
  ${merge({
    table: 'agg.batch_total',
    keys: [...BATCH, 'status'],
    sums: taskCounts,
    source: pendingCells,
  })}
  IF EXISTS (SELECT FROM ${pendingCells} AND tasks < 0) THEN
    ${dropEmpty('agg.task_cell', CELL, pendingCells)}
    ${dropEmpty('agg.batch_day', BATCH_DAY, pendingCells)}
  END IF;`;

/**
 * The activity of a done task with a completion time is on that day, so its cell already has the
 * day.
 */
const flushActivity = merge({
  table: 'agg.activity',
  keys: ['project_id', 'day', 'turing_batch_id'],
  sums: {
    completed_tasks: 'sum(completed_tasks)',
    reviews_submitted: 'sum(reviews_submitted)',
    tasks_in_progress: 'sum(tasks_in_progress)',
  },
  source: sql`(
    SELECT project_id, activity_day AS day, turing_batch_id, completed_tasks,
      0 AS reviews_submitted, 0 AS tasks_in_progress
    FROM ${pendingCells} AND completed_tasks <> 0
    UNION ALL
    SELECT project_id, day, turing_batch_id, 0, reviews_submitted, tasks_in_progress
    FROM ${pendingActivity}
  ) AS delta`,
});

const flushUsers = sql`
  ${merge({
    table: 'agg.user_slot',
    keys: SLOT,
    sums: { tasks: 'sum(tasks)', turns: 'sum(turns)' },
    source: `${pendingUsers} AND slot_start > '-infinity'`,
  })}
  IF EXISTS (SELECT FROM ${pendingUsers} AND tasks < 0) THEN
    ${dropEmpty('agg.user_slot', SLOT, pendingUsers)}
  END IF;
  ${merge({
    table: 'agg.user_total',
    keys: ['project_id', 'user_email', 'status'],
    sums: { tasks: 'sum(tasks)', reviewed_tasks: 'sum(reviewed_tasks)' },
    source: pendingUsers,
  })}
  INSERT INTO core.task_user
  SELECT user_email
  FROM (
    SELECT DISTINCT user_email FROM ${pendingUsers} AND tasks > 0 AND user_email <> ''
    OFFSET 0
  ) AS named
  WHERE NOT EXISTS (
    SELECT FROM core.task_user AS known WHERE known.user_email = named.user_email)
  ORDER BY user_email
  ON CONFLICT DO NOTHING;`;

/**
 * For a transaction of many statements: replaces the deltas of its cells with their sums, because
 * three read models read them and the same cells occur again and again.
 */
const compactCells = sql`
CREATE FUNCTION agg.compact_cells(this_xid xid8) RETURNS void
LANGUAGE sql SET jit = off SET enable_seqscan = off SET enable_sort = off
SET work_mem = '64MB' AS $$
  WITH taken AS (
    DELETE FROM ${pendingCells} RETURNING *
  )
  INSERT INTO agg.pending_cell
  SELECT this_xid, ${CELL.join(', ')},
    sum(tasks), sum(completed_tasks), sum(reviewed_tasks), sum(reviews), sum(turns),
    sum(duration_count), sum(duration_sum),
    min(added_min), max(added_max), min(removed_min), max(removed_max)
  FROM taken
  GROUP BY ${CELL.join(', ')};
$$;
`;

/** Deltas are summed before they are applied from this number on. */
const MANY_DELTAS = 2000;

/** Work of a user, by the day on which a time slot begins. */
const DAY = ['project_id', 'user_email', 'day'];
const pendingDays = sql`(
    SELECT xid, project_id, user_email, core.reporting_day(slot_start) AS day, tasks, turns
    FROM agg.pending_user
    WHERE slot_start > '-infinity'
  ) AS delta WHERE xid = this_xid`;

const flushUserDays = sql`
  ${merge({
    table: 'agg.user_day',
    keys: DAY,
    sums: { tasks: 'sum(tasks)', turns: 'sum(turns)' },
    source: pendingDays,
  })}
  IF EXISTS (SELECT FROM ${pendingUsers} AND tasks < 0) THEN
    ${dropEmpty('agg.user_day', DAY, pendingDays)}
  END IF;`;

/**
 * Called at commit for each project that the transaction changed; the first call does all the work.
 * Every transaction takes its locks on the read models here and in one order (tables as below, rows
 * by key, revisions last), so that no deadlock is possible, and a long import holds these locks
 * only during its commit. The revision is the last lock, so the order of revisions is the order of
 * commits.
 */
const flushFunction = sql`
CREATE FUNCTION agg.flush() RETURNS trigger
LANGUAGE plpgsql SET jit = off SET enable_seqscan = off SET enable_hashjoin = off
SET enable_mergejoin = off SET work_mem = '64MB' AS $$
DECLARE
  this_xid CONSTANT xid8 := NEW.xid;
BEGIN
  IF NOT EXISTS (SELECT FROM ${ofThisTransaction('agg.touched')}) THEN
    RETURN NULL;
  END IF;
  IF EXISTS (SELECT FROM ${ofThisTransaction('agg.pending_review')})
    OR EXISTS (SELECT FROM ${ofThisTransaction('agg.pending_before')}) THEN
    PERFORM agg.queue_reviews(this_xid);
  END IF;
  IF EXISTS (SELECT FROM ${pendingCells} OFFSET ${MANY_DELTAS}) THEN
    PERFORM agg.compact_cells(this_xid);
  END IF;
  IF EXISTS (SELECT FROM ${pendingCells}) THEN
    ${flushCells}
  END IF;
  ${flushActivity}
  IF EXISTS (SELECT FROM ${pendingUsers}) THEN
    ${flushUsers}
    ${flushUserDays}
  END IF;
  ${merge({
    table: 'agg.desk_day',
    keys: ['project_id', 'day', 'user_email'],
    sums: { tasks: 'sum(tasks)' },
    source: pendingDesk,
  })}
  DELETE FROM ${pendingCells};
  DELETE FROM ${pendingUsers};
  DELETE FROM ${pendingActivity};
  DELETE FROM ${pendingDesk};

  INSERT INTO agg.project_revision AS stored
  SELECT project_id, 1 FROM ${ofThisTransaction('agg.touched')}
  ORDER BY project_id
  ON CONFLICT (project_id) DO UPDATE SET revision = stored.revision + 1;

  PERFORM pg_notify('portal_revision',
    json_build_object('project_id', project_id, 'revision', revision)::text)
  FROM agg.touched
  JOIN agg.project_revision USING (project_id)
  WHERE xid = this_xid;
  DELETE FROM ${ofThisTransaction('agg.touched')};
  RETURN NULL;
END $$;`;

export const flush = sql`
${compactCells}
${flushFunction}

CREATE CONSTRAINT TRIGGER flush AFTER INSERT ON agg.touched
DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW EXECUTE FUNCTION agg.flush();
`;
