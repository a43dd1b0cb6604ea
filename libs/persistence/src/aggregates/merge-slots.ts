import { setTimeout as delay } from 'node:timers/promises';
import type { Db, Transaction } from '../db.js';
import { sql } from '../sql.js';

/** So few that an edit that needs one of the rows does not notice its wait. */
const AT_ONCE = 2000;

/**
 * Merges the rows that large transactions have added to `agg.user_slot` into those of 0, in transactions of at
 * most 2,000 rows. No sum changes. Pauses after each as long as it took, because nobody waits for it. A
 * project that is being deleted is left out.
 * @param signal ends it after the transaction that runs
 * @returns the number of rows that are merged
 */
export async function mergeSlots(db: Db, signal?: AbortSignal): Promise<number> {
  const projects = await db.query<{ id: number }>(sql`
    SELECT id FROM core.project
    WHERE EXISTS (SELECT FROM agg.user_slot WHERE project_id = project.id AND xid <> '0')
    ORDER BY id`);
  let merged = 0;
  for (const { id } of projects) {
    for (let goesOn = true; goesOn;) {
      const startedAt = performance.now();
      const taken = await db.transaction((tx) => mergeSome(tx, id));
      merged += taken;
      if (signal?.aborted) return merged;
      goesOn = taken === AT_ONCE;
      if (goesOn) await delay(performance.now() - startedAt);
    }
  }
  return merged;
}

async function mergeSome(tx: Transaction, projectId: number): Promise<number> {
  const project = await tx.query(
    sql`SELECT FROM core.project WHERE id = $1 FOR KEY SHARE SKIP LOCKED`,
    [projectId],
  );
  if (project.length === 0) return 0;
  // As who writes tasks: a rebuild of the read models waits for it, and it for a rebuild.
  await tx.query(sql`LOCK TABLE core.task IN ROW EXCLUSIVE MODE`);
  const [result] = await tx.query<{ taken: number; empty: string[] }>(merge, [projectId, AT_ONCE]);
  const { taken = 0, empty = [] } = result ?? {};
  if (empty.length > 0) await tx.query(dropEmpty, [empty]);
  return taken;
}

/** Locks the rows of 0 in the order of their keys, as `agg.flush` does. */
const merge = sql`
WITH taken AS (
  DELETE FROM agg.user_slot
  WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM agg.user_slot WHERE project_id = $1 AND xid <> '0'
    LIMIT $2
    FOR UPDATE SKIP LOCKED))
  RETURNING project_id, user_email, slot_start, tasks, turns
), merged AS (
  INSERT INTO agg.user_slot AS stored (project_id, user_email, slot_start, tasks, turns)
  SELECT project_id, user_email, slot_start, sum(tasks), sum(turns)
  FROM taken
  GROUP BY project_id, user_email, slot_start
  ORDER BY project_id, user_email, slot_start
  ON CONFLICT (project_id, user_email, slot_start, xid) DO UPDATE SET
    tasks = stored.tasks + excluded.tasks, turns = stored.turns + excluded.turns
  RETURNING stored.ctid AS place, stored.tasks, stored.turns
)
SELECT (SELECT count(*)::integer FROM taken) AS taken,
  coalesce(array_agg(place::text) FILTER (WHERE tasks = 0 AND turns = 0), '{}') AS empty
FROM merged`;

const dropEmpty = sql`
DELETE FROM agg.user_slot WHERE ctid = ANY ($1::tid[]) AND tasks = 0 AND turns = 0`;
