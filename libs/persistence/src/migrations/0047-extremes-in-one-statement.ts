import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sql } from '../sql.js';
import { extremes as functionOfBefore, withoutChanges } from './0022-next-extremes.js';
import { flush as flushOfBefore } from './0046-slots-of-large-changes.js';

/** The new extremes of a duration are a part of their statement: edits wait half as long for them. */
export class ExtremesInOneStatement1800000000049 implements MigrationInterface {
  name = 'ExtremesInOneStatement1800000000049';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(withoutChanges);
    await runner.query(flush);
    await runner.query(withoutFunction);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(withoutChanges);
    await runner.query(functionOfBefore);
    await runner.query(flushOfBefore);
  }
}

const withoutFunction = sql`
-- Unused since version 0.1.0: only agg.flush called it.
DROP FUNCTION agg.extremes`;

const flush = flushOfBefore
  .replace(
    sql`
    SELECT stored.ctid AS place, minima, maxima,
      agg.extremes(1, minima, cardinality(minima) = before, minutes, copies) AS lowest,
      agg.extremes(-1, maxima, cardinality(maxima) = before, minutes, copies) AS highest`,
    'SELECT stored.ctid AS place, minima, maxima, lowest, highest',
  )
  .replace(
    sql`
    CROSS JOIN LATERAL (
      SELECT array_remove(duration_min || next_min, NULL) AS minima,
        array_remove(duration_max || next_max, NULL) AS maxima,
        stored.duration_count - change.duration_count AS before
    ) AS known`,
    sql`
    CROSS JOIN LATERAL (SELECT minima, maxima,
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
      OFFSET 0) AS known
    CROSS JOIN LATERAL (SELECT coalesce((array_agg(value ORDER BY value ASC))[1:16], '{}') AS lowest
      FROM (
        SELECT value, sum(number) AS number
        FROM (
          SELECT value, 1 AS number FROM unnest(minima) AS value
          UNION ALL
          SELECT * FROM unnest(minutes, copies)
        ) AS change (value, number)
        WHERE value <= last_minimum
        GROUP BY value
        HAVING sum(number) > 0
      ) AS net
      CROSS JOIN generate_series(1, least(number, 16))) AS low
    CROSS JOIN LATERAL (SELECT coalesce((array_agg(value ORDER BY value DESC))[1:16], '{}') AS highest
      FROM (
        SELECT value, sum(number) AS number
        FROM (
          SELECT value, 1 AS number FROM unnest(maxima) AS value
          UNION ALL
          SELECT * FROM unnest(minutes, copies)
        ) AS change (value, number)
        WHERE value >= last_maximum
        GROUP BY value
        HAVING sum(number) > 0
      ) AS net
      CROSS JOIN generate_series(1, least(number, 16))) AS high`,
  );
