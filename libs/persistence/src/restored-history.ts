import type { Queryable } from './queryable.js';
import { sql } from './sql.js';

/**
 * After a dump was restored into another cluster, the transactions that changed tasks have numbers of the old
 * one, and those of today can be smaller. Then begins a new history: no task is known to have changed, and
 * no import can be undone. The epoch becomes a new one, so that readers of changes begin again: also one that
 * has read this database since it was restored, whose place is behind that of tasks it was not shown.
 * @param db a transaction, so that triggers come back if it fails
 */
export async function forgetHistoryOfOtherCluster(db: Queryable): Promise<void> {
  const [found] = await db.query<{ is_foreign: boolean }>(isForeign);
  if (found?.is_foreign) await db.query(beginAnew);
}

/** A transaction of this cluster that a snapshot shows is below its upper end. */
const isForeign = sql`
SELECT EXISTS (SELECT FROM core.task_transaction WHERE xid >= pg_snapshot_xmax(pg_current_snapshot()))
  OR EXISTS (SELECT FROM core.task_removal WHERE xid >= pg_snapshot_xmax(pg_current_snapshot()))
  OR EXISTS (
    SELECT FROM core.project CROSS JOIN LATERAL (
      SELECT changed_in FROM core.task
      WHERE project_id = project.id ORDER BY changed_in DESC LIMIT 1
    ) AS newest
    WHERE newest.changed_in >= pg_snapshot_xmax(pg_current_snapshot())) AS is_foreign
`;

const beginAnew = sql`
TRUNCATE core.task_transaction, core.task_removal, core.task_before, core.task_reviews_before,
  core.task_created, core.batch_before;
UPDATE core.task_import SET history_xid = NULL, undo_until = least(undo_until, now())
WHERE history_xid IS NOT NULL;
DELETE FROM core.meta WHERE key = 'task_removals_pruned_through';
ALTER TABLE core.task DISABLE TRIGGER USER;
UPDATE core.task SET changed_in = '0' WHERE changed_in <> '0';
ALTER TABLE core.task ENABLE TRIGGER USER;
-- The epoch is made from the file of this index.
REINDEX INDEX agg.project_revision_pkey;
`;
