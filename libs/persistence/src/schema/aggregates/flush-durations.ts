import { sql } from '../../sql.js';
import { dropAfter, equal, ofThisTransaction } from './merge.js';

export const BATCH = ['project_id', 'turing_batch_id'];
const DURATION_DAY = [...BATCH, 'activity_day', 'target_model'];
const KEYS = DURATION_DAY.join(', ');
export const pendingDurations = ofThisTransaction('agg.pending_duration');

/**
 * How many durations of a row are kept on each side, the extreme included. A day of a batch is read
 * again only after this many of them went and none came: the more, the rarer.
 */
const MOST_KEPT = 16;

/** Locks each row that the transaction changes, in the order of the keys, also if both sums stay. */
const mergeCounts = dropAfter(
  sql`
  INSERT INTO agg.duration_day AS stored
  SELECT ${KEYS}, sum(duration_count), sum(duration_sum)
  FROM ${pendingDurations}
  GROUP BY ${KEYS}
  ORDER BY ${KEYS}
  ON CONFLICT (${KEYS}) DO UPDATE SET
    duration_count = stored.duration_count + excluded.duration_count,
    duration_sum = stored.duration_sum + excluded.duration_sum`,
  'agg.duration_day',
  'stored.duration_count = 0',
);

/** The changed rows, each with what came and went. */
const changes = sql`
  SELECT ${KEYS}, sum(number) AS duration_count,
    array_agg(value) AS minutes, array_agg(number) AS copies
  FROM agg.pending_duration
  CROSS JOIN unnest(minutes, copies) AS change (value, number)
  WHERE xid = this_xid
  GROUP BY ${KEYS}`;

/** The extremes of a row before its change, and how far they say something. */
const known = sql`
      SELECT minima, maxima,
        CASE WHEN cardinality(minima) = before THEN 'infinity'
          ELSE minima[cardinality(minima)] END AS last_minimum,
        CASE WHEN cardinality(maxima) = before THEN '-infinity'
          ELSE maxima[cardinality(maxima)] END AS last_maximum
      FROM (
        SELECT array_remove(duration_min || next_min, NULL) AS minima,
          array_remove(duration_max || next_max, NULL) AS maxima,
          stored.duration_count - change.duration_count AS before
        OFFSET 0
      ) AS kept
      OFFSET 0`;

/**
 * The extremes after a change: at most `MOST_KEPT`, the outermost first. A duration beyond the last kept one
 * says nothing about those in between, so it is left out. An empty result means that the extremes have to be
 * read, unless no duration is left.
 *
 * Part of the statement: to call a function for each row takes twice as long.
 */
const outermost = (name: string, kept: string, known: string, order: 'ASC' | 'DESC'): string => sql`
      SELECT coalesce((array_agg(value ORDER BY value ${order}))[1:${MOST_KEPT}], '{}') AS ${name}
      FROM (
        SELECT value, sum(number) AS number
        FROM (
          SELECT value, 1 AS number FROM unnest(${kept}) AS value
          UNION ALL
          SELECT * FROM unnest(minutes, copies)
        ) AS change (value, number)
        WHERE ${known}
        GROUP BY value
        HAVING sum(number) > 0
      ) AS net
      CROSS JOIN generate_series(1, least(number, ${MOST_KEPT}))`;

/** The merge has locked the rows: all earlier changes of them are committed and visible. */
const moveExtremes = sql`
  WITH change AS MATERIALIZED (${changes})
  UPDATE agg.duration_day AS stored
  SET duration_min = lowest[1], next_min = lowest[2:],
    duration_max = highest[1], next_max = highest[2:]
  FROM change
  CROSS JOIN LATERAL (
    SELECT stored.ctid AS place, minima, maxima, lowest, highest
    FROM agg.duration_day AS stored
    CROSS JOIN LATERAL (${known}) AS known
    CROSS JOIN LATERAL (${outermost('lowest', 'minima', 'value <= last_minimum', 'ASC')}) AS low
    CROSS JOIN LATERAL (${outermost('highest', 'maxima', 'value >= last_maximum', 'DESC')}) AS high
    WHERE ${equal('stored', 'change', DURATION_DAY)}
    OFFSET 0
  ) AS moved
  WHERE stored.ctid = place AND (minima, maxima) IS DISTINCT FROM (lowest, highest);`;

/** The changed rows that have lost all extremes of a side, and still have durations. */
const lost = sql`
  SELECT ${KEYS}
  FROM (SELECT DISTINCT ${KEYS} FROM ${pendingDurations}) AS changed
  CROSS JOIN LATERAL (
    SELECT
    FROM agg.duration_day AS stored
    WHERE ${equal('stored', 'changed', DURATION_DAY)} AND duration_count > 0
      AND (duration_min IS NULL OR duration_max IS NULL)
    OFFSET 0
  ) AS stored`;

/**
 * Reads the tasks of each batch and day of `lost` once, by index. The range is two hours wider on both
 * sides because of clock changes, and by one span of the index at its start; the condition on the day
 * is exact.
 */
const readExtremes = sql`
  WITH lost AS MATERIALIZED (${lost})
  UPDATE agg.duration_day AS stored
  SET duration_min = lowest[1], next_min = lowest[2:],
    duration_max = highest[1], next_max = highest[2:]
  FROM (SELECT DISTINCT ${BATCH.join(', ')}, activity_day FROM lost) AS batch_day
  CROSS JOIN LATERAL (
    SELECT coalesce(target_model, '') COLLATE "C" AS target_model,
      (array_agg(duration_minutes ORDER BY duration_minutes))[1:${MOST_KEPT}] AS lowest,
      (array_agg(duration_minutes ORDER BY duration_minutes DESC))[1:${MOST_KEPT}] AS highest
    FROM core.task
    WHERE ${equal('task', 'batch_day', BATCH)}
      AND core.activity_span(core.activity_time(completed_at, updated_at, created_at))
        BETWEEN ((batch_day.activity_day - interval '5 hours') AT TIME ZONE core.reporting_zone())
        AND ((batch_day.activity_day + interval '26 hours') AT TIME ZONE core.reporting_zone())
      AND core.activity_day(completed_at, updated_at, created_at) = batch_day.activity_day
      AND duration_minutes IS NOT NULL
    GROUP BY 1
    OFFSET 0
  ) AS of_model
  WHERE ${equal('stored', 'batch_day', [...BATCH, 'activity_day'])}
    AND stored.target_model = of_model.target_model
    AND EXISTS (SELECT FROM lost WHERE ${equal('lost', 'stored', DURATION_DAY)});`;

/** The part of `agg.flush` for `agg.duration_day`. */
export const flushDurations = sql`
  ${mergeCounts}
  ${moveExtremes}
  IF EXISTS (${lost}) THEN
    ${readExtremes}
  END IF;`;
