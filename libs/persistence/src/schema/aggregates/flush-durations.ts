import { sql } from '../../sql.js';
import { dropEmpty, equal, ofThisTransaction } from './merge.js';

const BATCH = ['project_id', 'turing_batch_id'];
const DURATION_DAY = [...BATCH, 'activity_day', 'target_model'];
const pendingDurations = ofThisTransaction('agg.pending_duration');

const mergeDurations = sql`
  INSERT INTO agg.duration_day AS stored
  SELECT ${DURATION_DAY.join(', ')},
    sum(duration_count), sum(duration_sum), min(added_min), max(added_max)
  FROM ${pendingDurations}
  GROUP BY ${DURATION_DAY.join(', ')}
  ORDER BY ${DURATION_DAY.join(', ')}
  ON CONFLICT (${DURATION_DAY.join(', ')}) DO UPDATE SET
    duration_count = stored.duration_count + excluded.duration_count,
    duration_sum = stored.duration_sum + excluded.duration_sum,
    duration_min = least(stored.duration_min, excluded.duration_min),
    duration_max = greatest(stored.duration_max, excluded.duration_max);`;

/**
 * Until here minimum and maximum only widen. If a removed duration was the stored extreme, the row is
 * recounted. The merge has locked the row, so all earlier changes are committed and visible. The
 * tasks of its batch and day are read once, by index. The range is two hours wider on both sides
 * because of clock changes, and by one span of the index at its start; the condition on the day is
 * exact.
 */
const shrinkExtremes = sql`
  WITH doubtful AS MATERIALIZED (
    SELECT ${DURATION_DAY.join(', ')}
    FROM (
      SELECT ${DURATION_DAY.join(', ')},
        min(removed_min) AS removed_min, max(removed_max) AS removed_max
      FROM ${pendingDurations} AND (removed_min IS NOT NULL OR removed_max IS NOT NULL)
      GROUP BY ${DURATION_DAY.join(', ')}
    ) AS removed
    CROSS JOIN LATERAL (
      SELECT duration_min, duration_max FROM agg.duration_day AS stored
      WHERE ${equal('stored', 'removed', DURATION_DAY)}
      OFFSET 0
    ) AS stored
    WHERE removed_min <= duration_min OR removed_max >= duration_max
  ),
  recounted AS (
    SELECT batch_day.*, of_model.*, false AS is_doubtful
    FROM (SELECT DISTINCT ${BATCH.join(', ')}, activity_day FROM doubtful) AS batch_day
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
    ) AS of_model
    UNION ALL
    SELECT ${DURATION_DAY.join(', ')}, NULL, NULL, true FROM doubtful
  )
  INSERT INTO agg.duration_day
  SELECT ${DURATION_DAY.join(', ')}, 0, 0, min(minimum), max(maximum)
  FROM recounted
  GROUP BY ${DURATION_DAY.join(', ')}
  HAVING bool_or(is_doubtful)
  ON CONFLICT (${DURATION_DAY.join(', ')}) DO UPDATE
  SET duration_min = excluded.duration_min, duration_max = excluded.duration_max;`;

/** The part of `agg.flush` for `agg.duration_day`. */
export const flushDurations = sql`
  ${mergeDurations}
  IF EXISTS (SELECT FROM ${pendingDurations}
    AND (removed_min IS NOT NULL OR removed_max IS NOT NULL)) THEN
    ${shrinkExtremes}
    ${dropEmpty('agg.duration_day', DURATION_DAY, pendingDurations, 'duration_count')}
  END IF;`;
