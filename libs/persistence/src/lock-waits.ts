import type { Queryable } from './queryable.js';
import { sql } from './sql.js';
import { WORKER_APPLICATIONS } from './worker-connections.js';

/**
 * Whether a backend waits for an import, also by another one that waits for an import. Null if it waits for no other.
 * @param pid the backend
 */
export async function isBlockedByImport(db: Queryable, pid: number): Promise<boolean | null> {
  const [found] = await db.query<{ is_import: boolean | null }>(
    sql`
      WITH RECURSIVE blocker (pid) AS (
        SELECT unnest(pg_blocking_pids($1))
        UNION
        SELECT unnest(pg_blocking_pids(pid)) FROM blocker
      )
      SELECT bool_or(application_name = $2) AS is_import
      FROM blocker JOIN pg_stat_activity USING (pid)`,
    [pid, WORKER_APPLICATIONS['worker-imports']],
  );
  return found?.is_import ?? null;
}
