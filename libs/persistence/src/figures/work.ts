import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';

export interface Age {
  /** Seconds. */
  readonly age: number;
}

/** What is begun and must end: its kind, its table, and since when its oldest row is not finished. */
const UNFINISHED = [
  {
    kind: 'import',
    oldest: sql`
    SELECT min(created_at) FROM core.task_import WHERE state IN ('queued', 'running')`,
  },
  {
    kind: 'notification',
    oldest: sql`
    SELECT min(coalesce(tried_at, due_at)) FROM core.notification_delivery WHERE state = 'waiting'`,
  },
  {
    // What a receiver refuses is due later.
    kind: 'webhook',
    oldest: sql`SELECT min(due_at) FROM core.webhook_delivery WHERE state = 'waiting'`,
  },
] as const;

/** By kind the age of the oldest that has not ended; 0 if all have. */
export function readUnfinished(
  db: Queryable,
): Promise<readonly (Age & { readonly kind: string })[]> {
  return db.query(
    UNFINISHED.map(
      ({ kind, oldest }) => sql`
        SELECT '${kind}' AS kind,
          greatest(coalesce(extract(epoch FROM clock_timestamp() - (${oldest})), 0), 0)::float8 AS age`,
    ).join(' UNION ALL '),
  );
}

/**
 * How long ago a file with tasks of a project was imported. Projects that are completed, on hold or
 * cancelled are left out, and those that never were synced.
 */
export function readSyncAges(
  db: Queryable,
): Promise<readonly (Age & { readonly projectId: number })[]> {
  return db.query(sql`
    SELECT project_id AS "projectId",
      greatest(extract(epoch FROM clock_timestamp() - synced_at), 0)::float8 AS age
    FROM core.project_sync
    JOIN core.project ON project.id = project_id
    WHERE status IN ('unstarted', 'ongoing')
    ORDER BY project_id`);
}
