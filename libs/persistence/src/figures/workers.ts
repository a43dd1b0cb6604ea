import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';

/** A worker that has been seen lately. */
export interface RunningWorker {
  readonly host: string;
  readonly version: string;
  /** ISO 8601. */
  readonly startedAt: string;
}

export interface WorkerIdentity {
  readonly id: string;
  readonly host: string;
  readonly version: string;
}

/** After this time a worker that has not been seen does not count; it is seen every few seconds. */
const ALIVE_SECONDS = 30;

/** Tells the database that the worker runs, and forgets those that died days ago. */
export async function seeWorker(db: Queryable, worker: WorkerIdentity): Promise<void> {
  await db.query(
    sql`
      WITH forgotten AS (
        DELETE FROM core.worker WHERE seen_at < now() - interval '1 day' AND id <> $1)
      INSERT INTO core.worker (id, host, version) VALUES ($1, $2, $3)
      ON CONFLICT (id) DO UPDATE SET seen_at = now()`,
    [worker.id, worker.host, worker.version],
  );
}

/** The worker stops. */
export async function forgetWorker(db: Queryable, id: string): Promise<void> {
  await db.query(sql`DELETE FROM core.worker WHERE id = $1`, [id]);
}

/** The workers that run now, the oldest first. */
export function readWorkers(db: Queryable): Promise<readonly RunningWorker[]> {
  return db.query(sql`
    SELECT host, version, started_at AS "startedAt"
    FROM core.worker
    WHERE seen_at > now() - interval '${ALIVE_SECONDS} seconds'
    ORDER BY started_at, id`);
}
