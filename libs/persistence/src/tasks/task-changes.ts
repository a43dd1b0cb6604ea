import { META_REMOVALS_PRUNED_THROUGH } from '@portal/contracts/constants';
import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';
import { epoch } from '../stamp-sql.js';

/** A place in the changes of tasks: everything up to this task of this transaction has been read. */
export interface ChangePosition {
  /** The transaction, as decimal digits. */
  readonly xid: string;
  readonly taskId: number;
}

export interface ChangedTask {
  readonly xid: string;
  readonly turing_task_id: number;
  readonly change: 'upsert' | 'delete';
  readonly changed_at: string | null;
}

/** Where a reader can begin, and from where on deletions are known. */
export interface ChangeHorizon {
  readonly epoch: string;
  /** The oldest transaction that still runs; all before it have ended. */
  readonly xid: string;
  /** Deletions up to this transaction are forgotten. */
  readonly prunedThrough: string;
  /** The last transaction that deleted a whole project. */
  readonly lastDeletedProject: string;
}

export async function readChangeHorizon(db: Queryable): Promise<ChangeHorizon> {
  const [horizon] = await db.query<ChangeHorizon>(sql`
    SELECT ${epoch} AS epoch, pg_snapshot_xmin(pg_current_snapshot())::text AS xid,
      coalesce((SELECT value FROM core.meta WHERE key = '${META_REMOVALS_PRUNED_THROUGH}'), '0')
        AS "prunedThrough",
      coalesce((
        SELECT xid FROM core.task_removal WHERE turing_task_id = 0 ORDER BY xid DESC LIMIT 1), '0')::text
        AS "lastDeletedProject"
  `);
  if (!horizon) throw new Error('a statement without FROM returned no row');
  return horizon;
}

/**
 * The next changes of tasks in these projects, at most `limit`, ordered by transaction and task. Only
 * transactions before the oldest that still runs are read: none of them can appear behind the position
 * later. Each project is read by its index, so that a page costs no more than its size.
 * @param projects null for all
 * @param removedFrom deletions before this transaction are left out
 */
export async function readTaskChanges(
  db: Queryable,
  projects: readonly number[] | null,
  after: ChangePosition,
  removedFrom: string,
  limit: number,
): Promise<readonly ChangedTask[]> {
  return db.query<ChangedTask>(changes, [projects, after.xid, after.taskId, removedFrom, limit]);
}

const isNext = (xid: string): string => sql`
(${xid}, turing_task_id) > ($2::xid8, $3::bigint)
  AND ${xid} < pg_snapshot_xmin(pg_current_snapshot())`;

/** A task that a transaction moved to and fro is in both parts; its present place counts. */
const changes = sql`
SELECT found.xid::text AS xid, found.turing_task_id, found.change, noted.at AS changed_at
FROM (
  SELECT DISTINCT ON (next.xid, next.turing_task_id) next.*
  FROM (
    SELECT id FROM core.project WHERE id > 0 AND ($1::int[] IS NULL OR id = ANY ($1))
  ) AS project
  CROSS JOIN LATERAL (
    (
      SELECT changed_in AS xid, turing_task_id, 'upsert' AS change
      FROM core.task
      WHERE project_id = project.id AND ${isNext('changed_in')}
      ORDER BY changed_in, turing_task_id
      LIMIT $5
    )
    UNION ALL
    (
      SELECT xid, turing_task_id, 'delete'
      FROM core.task_removal
      WHERE project_id = project.id AND xid >= $4::xid8 AND turing_task_id > 0 AND ${isNext('xid')}
      ORDER BY xid, turing_task_id
      LIMIT $5
    )
  ) AS next
  ORDER BY next.xid, next.turing_task_id, next.change DESC
  LIMIT $5
) AS found
LEFT JOIN core.task_transaction AS noted ON noted.xid = found.xid
ORDER BY found.xid, found.turing_task_id
`;
