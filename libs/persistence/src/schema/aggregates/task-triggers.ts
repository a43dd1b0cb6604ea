import { sql } from '../../sql.js';
import { statementTriggers } from '../statement-triggers.js';

/** Columns of a task that any read model depends on. */
const RELEVANT = [
  'project_id',
  'turing_batch_id',
  'user_email',
  'status',
  'number_of_turns',
  'duration_minutes',
  'completed_at',
  'created_at',
  'updated_at',
  'target_model',
  'validation_status',
];

/** Columns that decide in which cell the reviews of a task are counted. */
const PLACE = RELEVANT.filter((name) => !['number_of_turns', 'duration_minutes'].includes(name));

const list = (names: readonly string[], prefix: string): string =>
  names.map((name) => `${prefix}${name}`).join(', ');

/**
 * Queues the deltas of the rows of `signed`: the relevant columns and `sign`, 1 for an added row
 * and -1 for a removed one. A duration that leaves one row and comes in another of the same day is not
 * queued.
 */
const queueTasks = sql`
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
  GROUP BY 2, 3, 4`;

/**
 * Stores the cell in which the reviews of each task are counted. Only the first row per task is
 * stored, which is the committed state. The row is harmless for a task that this transaction
 * created: it had no reviews before.
 */
const rememberPlaces = (source: string, prefix: string): string => sql`
    INSERT INTO agg.pending_before
    SELECT this_xid, turing_task_id, ${prefix}project_id, ${prefix}turing_batch_id,
      core.activity_day(${prefix}completed_at, ${prefix}updated_at, ${prefix}created_at),
      coalesce(${prefix}user_email, ''), ${prefix}status, coalesce(${prefix}target_model, ''),
      coalesce(${prefix}validation_status, '')
    FROM ${source}
    ORDER BY turing_task_id
    ON CONFLICT DO NOTHING`;

const start = (name: string, settings = ''): string => sql`
CREATE FUNCTION agg.${name}() RETURNS trigger
LANGUAGE plpgsql SET jit = off SET work_mem = '64MB' ${settings} AS $$
DECLARE
  this_xid CONSTANT xid8 := pg_current_xact_id();
BEGIN
  PERFORM agg.require_read_committed();`;

const touch = (projects: string): string => sql`
  INSERT INTO agg.touched
  SELECT DISTINCT this_xid, project_id FROM ${projects}
  ON CONFLICT DO NOTHING;`;

const taskInserted = sql`
${start('task_inserted')}
  ${touch('new_rows')}
  WITH signed AS NOT MATERIALIZED (SELECT *, 1 AS sign FROM new_rows),
  ${queueTasks};
  RETURN NULL;
END $$;
`;

const taskDeleted = sql`
${start('task_deleted')}
  ${touch('old_rows')}
  ${rememberPlaces('old_rows', '')};
  WITH signed AS NOT MATERIALIZED (SELECT *, -1 AS sign FROM old_rows),
  ${queueTasks};
  RETURN NULL;
END $$;
`;

/**
 * An update is a removed row and an added row; rows without relevant changes are left out. Plans
 * are cached per session and the first one may be made for a single row, so old and new rows are
 * always joined by hash.
 */
const taskUpdated = sql`
${start('task_updated', 'SET enable_nestloop = off SET enable_mergejoin = off')}
  ${touch('(SELECT project_id FROM old_rows UNION ALL SELECT project_id FROM new_rows) AS task')}
  WITH changed AS MATERIALIZED (
    SELECT turing_task_id,
      ${RELEVANT.map((name) => `old_task.${name} AS old_${name}`).join(', ')},
      ${RELEVANT.map((name) => `new_task.${name} AS new_${name}`).join(', ')}
    FROM old_rows AS old_task
    FULL JOIN new_rows AS new_task USING (turing_task_id)
    WHERE (${list(RELEVANT, 'old_task.')}) IS DISTINCT FROM (${list(RELEVANT, 'new_task.')})
  ),
  remembered AS (
    ${rememberPlaces(
      `changed
    WHERE old_project_id IS NOT NULL
      AND (${list(PLACE, 'old_')}) IS DISTINCT FROM (${list(PLACE, 'new_')})`,
      'old_',
    )}
  ),
  -- If the primary key changed, the old and the new row do not join.
  signed AS MATERIALIZED (
    SELECT -1 AS sign, ${RELEVANT.map((name) => `old_${name} AS ${name}`).join(', ')}
    FROM changed WHERE old_project_id IS NOT NULL
    UNION ALL
    SELECT 1, ${list(RELEVANT, 'new_')}
    FROM changed WHERE new_project_id IS NOT NULL
  ),
  ${queueTasks};
  RETURN NULL;
END $$;
`;

export const taskTriggers = sql`
${taskInserted}
${taskDeleted}
${taskUpdated}

${statementTriggers('core.task', 'aggregate', { insert: 'agg.task_inserted', update: 'agg.task_updated', delete: 'agg.task_deleted' })}
`;
