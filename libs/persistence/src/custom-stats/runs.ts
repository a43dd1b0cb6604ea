import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';
import type { StoredStat } from './statistics.js';

/** Tells all servers that a run is cancelled. @param name of the run */
export async function tellCancelled(db: Queryable, name: string): Promise<void> {
  await db.query(sql`SELECT pg_notify('portal_run_cancelled', $1)`, [name]);
}

/** The statistic as it was run: of one that was changed since, a run says nothing. */
type RunStat = Pick<StoredStat, 'id' | 'version'>;

/** The run waits for nobody: a statistic that is being deleted or reordered is left out. */
const asRun = sql`
  SELECT id FROM core.custom_stat WHERE id = $1 AND version = $2 FOR KEY SHARE SKIP LOCKED`;

/** A run of a statistic failed by its query. */
export async function noteFailure(db: Queryable, { id, version }: RunStat): Promise<void> {
  await db.query(
    sql`
      INSERT INTO core.custom_stat_failure (stat_id, failed_at)
      SELECT id, now() FROM (${asRun}) AS stat
      ON CONFLICT (stat_id) DO UPDATE SET failed_at = excluded.failed_at`,
    [id, version],
  );
}

/** A run of a statistic has ended with a result. */
export async function forgetFailure(db: Queryable, { id, version }: RunStat): Promise<void> {
  await db.query(sql`DELETE FROM core.custom_stat_failure WHERE stat_id IN (${asRun})`, [
    id,
    version,
  ]);
}

/** A query of the number of failing statistics of each project. */
export const failingStatistics = sql`
  SELECT project_id, count(*) AS failing
  FROM core.custom_stat_failure
  JOIN core.custom_stat ON custom_stat.id = stat_id
  WHERE is_active AND failed_at >= updated_at
  GROUP BY project_id`;
