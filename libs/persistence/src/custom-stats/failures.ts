import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';

/** A run of a statistic failed by its query. Nothing for one that is deleted meanwhile. */
export async function noteFailure(db: Queryable, statId: number): Promise<void> {
  await db.query(
    sql`
      INSERT INTO core.custom_stat_failure (stat_id, failed_at)
      SELECT id, now() FROM core.custom_stat WHERE id = $1 FOR KEY SHARE
      ON CONFLICT (stat_id) DO UPDATE SET failed_at = excluded.failed_at`,
    [statId],
  );
}

/** A run of a statistic has ended with a result. */
export async function forgetFailure(db: Queryable, statId: number): Promise<void> {
  await db.query(sql`DELETE FROM core.custom_stat_failure WHERE stat_id = $1`, [statId]);
}

/** A query of the number of failing statistics of each project. */
export const failingStatistics = sql`
  SELECT project_id, count(*) AS failing
  FROM core.custom_stat_failure
  JOIN core.custom_stat ON custom_stat.id = stat_id
  WHERE is_active AND failed_at >= updated_at
  GROUP BY project_id`;
