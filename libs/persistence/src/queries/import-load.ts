import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';

export interface ImportLoad {
  readonly queued: number;
  readonly running: number;
  /** Rows that imports have read, ended ones included. */
  readonly rows: number;
  /** Of the imports that run: the rows each has read by the seconds it has taken so far, summed. */
  readonly rowsPerSecond: number;
}

/** What imports are doing now, as their progress in the database says. */
export async function readImportLoad(db: Queryable): Promise<ImportLoad> {
  const [load] = await db.query<ImportLoad>(sql`
    SELECT
      count(*) FILTER (WHERE state = 'queued')::int4 AS queued,
      count(*) FILTER (WHERE state = 'running')::int4 AS running,
      coalesce(sum(rows_read), 0)::float8 AS rows,
      coalesce(
        sum(rows_read / greatest(extract(epoch FROM clock_timestamp() - started_at), 0.001))
          FILTER (WHERE state = 'running' AND started_at IS NOT NULL),
        0)::float8 AS "rowsPerSecond"
    FROM (
      SELECT state, started_at,
        -- Merging counts the rows from the beginning, when all of them have been read.
        CASE WHEN phase = 'merging' THEN greatest(rows_total, rows_done) ELSE rows_done END
          AS rows_read
      FROM core.task_import) AS progress`);
  if (!load) throw new Error('an aggregate without a row');
  return load;
}
