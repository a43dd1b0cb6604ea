import { sql } from '../../sql.js';
import { BATCH, flushDurations, pendingDurations } from './flush-durations.js';
import {
  flushSlots,
  flushUserDays,
  flushUserTotals,
  pendingSlots,
  pendingUsers,
} from './flush-users.js';
import { merge, mergeAndDrop, ofThisTransaction } from './merge.js';

const BATCH_DAY = [...BATCH, 'activity_day', 'status'];
const CELL = [...BATCH_DAY, 'target_model', 'validation_status'];

const pendingCells = ofThisTransaction('agg.pending_cell');
const pendingDesk = ofThisTransaction('agg.pending_desk');
const pendingActivity = ofThisTransaction('agg.pending_activity');

const taskCounts = {
  tasks: 'sum(tasks)',
  reviewed_tasks: 'sum(reviewed_tasks)',
  reviews: 'sum(reviews)',
};

const flushCells = sql`
  ${mergeAndDrop(
    {
      table: 'agg.task_cell',
      keys: CELL,
      sums: { ...taskCounts, turns: 'sum(turns)' },
      source: pendingCells,
    },
    'stored.tasks = 0',
  )}
  ${mergeAndDrop(
    { table: 'agg.batch_day', keys: BATCH_DAY, sums: taskCounts, source: pendingCells },
    'stored.tasks = 0',
  )}
  ${merge({
    table: 'agg.batch_total',
    keys: [...BATCH, 'status'],
    sums: taskCounts,
    source: pendingCells,
  })}`;

/**
 * Completed tasks come from the cells, whose `activity_day` is the day of their completion. Reviews
 * and tasks in progress count on other days, so their deltas are separate.
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
    FROM ${ofThisTransaction('agg.pending_cell', 'completed_tasks <> 0')}
    UNION ALL
    SELECT project_id, day, turing_batch_id, 0, reviews_submitted, tasks_in_progress
    FROM ${pendingActivity}
  ) AS delta`,
});

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
    sum(tasks), sum(completed_tasks), sum(reviewed_tasks), sum(reviews), sum(turns)
  FROM taken
  GROUP BY ${CELL.join(', ')};
$$;
`;

/** From this number of deltas on a transaction is a large one. */
const MANY_DELTAS = 2000;

const projectsWithSlots = ofThisTransaction(
  'agg.touched',
  'EXISTS (SELECT FROM agg.user_slot WHERE user_slot.project_id = touched.project_id)',
);

/** From the queue to the read models, table by table. */
const applyDeltas = sql`
  PERFORM agg.write_rounds(this_xid);
  IF EXISTS (SELECT FROM ${ofThisTransaction('agg.pending_review')})
    OR EXISTS (SELECT FROM ${ofThisTransaction('agg.pending_before')}) THEN
    PERFORM agg.queue_reviews(this_xid);
  END IF;
  IF EXISTS (SELECT FROM ${pendingCells} OFFSET ${MANY_DELTAS}) THEN
    PERFORM agg.compact_cells(this_xid);
  END IF;
  IF EXISTS (SELECT FROM ${pendingSlots} OFFSET ${MANY_DELTAS})
    AND EXISTS (SELECT FROM ${projectsWithSlots}) THEN
    slot_xid := this_xid;
  END IF;
  IF EXISTS (SELECT FROM ${pendingSlots}) THEN
    ${flushSlots}
  END IF;
  IF EXISTS (SELECT FROM ${pendingDurations}) THEN
    ${flushDurations}
  END IF;
  IF EXISTS (SELECT FROM ${pendingSlots}) THEN
    ${flushUserDays}
  END IF;
  IF EXISTS (SELECT FROM ${pendingCells}) THEN
    ${flushCells}
  END IF;
  ${flushActivity}
  IF EXISTS (SELECT FROM ${pendingUsers}) THEN
    ${flushUserTotals}
  END IF;
  ${merge({
    table: 'agg.desk_day',
    keys: ['project_id', 'day', 'user_email'],
    sums: { tasks: 'sum(tasks)' },
    source: pendingDesk,
  })}
  DELETE FROM ${pendingDurations};
  DELETE FROM ${pendingCells};
  DELETE FROM ${pendingSlots};
  DELETE FROM ${pendingUsers};
  DELETE FROM ${pendingActivity};
  DELETE FROM ${pendingDesk};`;

/**
 * Called at commit for each project that the transaction changed; the first call does all the work.
 * Every transaction takes its locks on the read models here and in one order (tables as below, rows
 * by key, revisions last), so that no deadlock is possible, and a long import holds these locks
 * only during its commit. The tables that take long and that an edit rarely changes come first. The
 * revision is the last lock, so the order of revisions is the order of commits.
 */
const flushFunction = sql`
CREATE FUNCTION agg.flush() RETURNS trigger
LANGUAGE plpgsql SET jit = off SET enable_seqscan = off SET enable_hashjoin = off
SET enable_mergejoin = off SET work_mem = '64MB' AS $$
DECLARE
  this_xid CONSTANT xid8 := NEW.xid;
  slot_xid xid8 := '0';
  emptied tid[];
BEGIN
  IF NOT EXISTS (SELECT FROM ${ofThisTransaction('agg.touched')}) THEN
    RETURN NULL;
  END IF;
  -- The scope of all projects has no tasks.
  IF EXISTS (SELECT FROM ${ofThisTransaction('agg.touched', 'project_id <> 0')}) THEN
    ${applyDeltas}
  END IF;

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
