import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';

export interface DatabaseServer {
  readonly version: string;
  /** ISO 8601. */
  readonly startedAt: string;
  /** To all of its databases. */
  readonly connections: number;
  readonly maxConnections: number;
}

/** The PostgreSQL that has the database. */
export async function readDatabaseServer(db: Queryable): Promise<DatabaseServer> {
  const [row] = await db.query<DatabaseServer>(sql`
    SELECT current_setting('server_version') AS version,
      pg_postmaster_start_time() AS "startedAt",
      (SELECT sum(numbackends)::int4 FROM pg_stat_database) AS connections,
      current_setting('max_connections')::int4 AS "maxConnections"`);
  if (!row) throw new Error('a row without a table');
  return row;
}
