import { sql } from '../../sql.js';
import { dropEmpty, equal, ofThisTransaction } from './merge.js';

const BATCH = ['project_id', 'turing_batch_id'];
const DURATION_DAY = [...BATCH, 'activity_day', 'target_model'];
const KEYS = DURATION_DAY.join(', ');
const pendingDurations = ofThisTransaction('agg.pending_duration');
const anExtremeWent = sql`(removed_min IS NOT NULL OR removed_max IS NOT NULL)`;

const mergeDurations = sql`
  INSERT INTO agg.duration_day AS stored
  SELECT ${KEYS}, sum(duration_count), sum(duration_sum), min(added_min), max(added_max), this_xid
  FROM ${pendingDurations}
  GROUP BY ${KEYS}
  ORDER BY ${KEYS}
  ON CONFLICT (${KEYS}) DO UPDATE SET
    duration_count = stored.duration_count + excluded.duration_count,
    duration_sum = stored.duration_sum + excluded.duration_sum,
    duration_min = least(stored.duration_min, excluded.duration_min),
    duration_max = greatest(stored.duration_max, excluded.duration_max),
    changed_by = this_xid,
    changed_before = stored.changed_by;`;

/** The rows whose stored minimum or maximum this transaction may have removed. */
const doubtful = sql`
  SELECT ${KEYS}, changed_by, changed_before
  FROM (
    SELECT ${KEYS}, min(removed_min) AS removed_min, max(removed_max) AS removed_max
    FROM ${pendingDurations} AND ${anExtremeWent}
    GROUP BY ${KEYS}
  ) AS removed
  CROSS JOIN LATERAL (
    SELECT duration_min, duration_max, changed_by, changed_before
    FROM agg.duration_day AS stored
    WHERE ${equal('stored', 'removed', DURATION_DAY)}
    OFFSET 0
  ) AS stored
  WHERE removed_min <= duration_min OR removed_max >= duration_max`;

/**
 * The extremes of each batch, day and model of `rows`. The tasks of a batch and a day are read once,
 * by index. The range is two hours wider on both sides because of clock changes, and by one span of
 * the index at its start; the condition on the day is exact.
 */
const extremesOf = (rows: string): string => sql`
  SELECT batch_day.*, of_model.*
  FROM (SELECT DISTINCT ${BATCH.join(', ')}, activity_day FROM ${rows}) AS batch_day
  CROSS JOIN LATERAL (
    SELECT coalesce(target_model, '') COLLATE "C" AS target_model,
      min(duration_minutes) AS minimum, max(duration_minutes) AS maximum
    FROM core.task
    WHERE ${equal('task', 'batch_day', BATCH)}
      AND core.activity_span(core.activity_time(completed_at, updated_at, created_at))
        BETWEEN ((activity_day - interval '5 hours') AT TIME ZONE core.reporting_zone())
        AND ((activity_day + interval '26 hours') AT TIME ZONE core.reporting_zone())
      AND core.activity_day(completed_at, updated_at, created_at) = activity_day
      AND duration_minutes IS NOT NULL
    GROUP BY 1
    OFFSET 0
  ) AS of_model`;

/** Recounts before any row is locked, because a large import has many tasks to read. */
const recountEarly = sql`
  WITH doubtful AS MATERIALIZED (${doubtful})
  INSERT INTO agg.pending_extreme
  SELECT this_xid, ${KEYS}, min(minimum), max(maximum), max(changed_by)
  FROM (
    SELECT *, NULL::xid8 AS changed_by, false AS is_doubtful FROM (${extremesOf('doubtful')}) AS found
    UNION ALL
    SELECT ${KEYS}, NULL, NULL, changed_by, true FROM doubtful
  ) AS recounted
  GROUP BY ${KEYS}
  HAVING bool_or(is_doubtful);`;

/**
 * The merge only widens minimum and maximum, and has locked the rows: all earlier changes are
 * committed and visible. An early recount is exact if no other transaction has changed the row since;
 * the other rows are recounted now.
 */
const shrinkExtremes = sql`
  WITH doubtful AS MATERIALIZED (
    SELECT ${DURATION_DAY.map((key) => `doubtful.${key}`).join(', ')}, minimum, maximum,
      early.xid IS NOT NULL AS is_known
    FROM (${doubtful}) AS doubtful
    LEFT JOIN LATERAL (
      SELECT * FROM agg.pending_extreme AS extreme
      WHERE xid = this_xid AND ${equal('extreme', 'doubtful', DURATION_DAY)}
        AND extreme.changed_by = doubtful.changed_before
      OFFSET 0
    ) AS early ON true
  ),
  stale AS MATERIALIZED (SELECT * FROM doubtful WHERE NOT is_known)
  INSERT INTO agg.duration_day
  SELECT ${KEYS}, 0, 0, min(minimum), max(maximum)
  FROM (
    SELECT *, false AS is_doubtful FROM (${extremesOf('stale')}) AS found
    UNION ALL
    SELECT ${KEYS}, minimum, maximum, true FROM doubtful
  ) AS recounted
  GROUP BY ${KEYS}
  HAVING bool_or(is_doubtful)
  ORDER BY ${KEYS}
  ON CONFLICT (${KEYS}) DO UPDATE
  SET duration_min = excluded.duration_min, duration_max = excluded.duration_max;`;

/** The part of `agg.flush` for `agg.duration_day`. */
export const flushDurations = sql`
  IF EXISTS (SELECT FROM ${pendingDurations} AND ${anExtremeWent}) THEN
    ${recountEarly}
    ${mergeDurations}
    ${shrinkExtremes}
    ${dropEmpty('agg.duration_day', DURATION_DAY, pendingDurations, 'duration_count')}
    DELETE FROM ${ofThisTransaction('agg.pending_extreme')};
  ELSE
    ${mergeDurations}
  END IF;`;
