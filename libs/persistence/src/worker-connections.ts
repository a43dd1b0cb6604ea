import type { Queryable } from './queryable.js';
import { sql } from './sql.js';

/** The `application_name` of a worker's connections, by the pool that they belong to. */
export const WORKER_APPLICATIONS = {
  worker: 'portal-worker',
  'worker-queue': 'portal-worker queue',
  'worker-imports': 'portal-import',
} as const;

type WorkerPool = keyof typeof WORKER_APPLICATIONS;

export interface PoolConnections {
  readonly pool: WorkerPool;
  /** Within a statement or a transaction. */
  readonly inUse: number;
  readonly idle: number;
}

/** The connections of all workers, which have no port, as the database sees them. */
export function readWorkerConnections(db: Queryable): Promise<readonly PoolConnections[]> {
  return db.query(
    sql`
      SELECT pool, count(*) FILTER (WHERE state <> 'idle')::int4 AS "inUse",
        count(*) FILTER (WHERE state = 'idle')::int4 AS idle
      FROM unnest($1::text[], $2::text[]) AS known (pool, application_name)
      LEFT JOIN pg_stat_activity AS activity
        ON activity.application_name = known.application_name AND datname = current_database()
      GROUP BY pool`,
    [Object.keys(WORKER_APPLICATIONS), Object.values(WORKER_APPLICATIONS)],
  );
}
