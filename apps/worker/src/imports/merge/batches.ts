import { sql } from '@portal/persistence/sql';
import type { Client } from 'pg';

/**
 * Creates the batches that the file names and updates those with a different name or status. If rows
 * differ, the last one wins. Keys are locked in order, so that two transactions do not deadlock. Call
 * it again after more rows are staged. Notes that their projects are synced.
 */
export async function mergeBatches(db: Client): Promise<void> {
  await db.query(namedBatches);
  // Somebody may delete one between the two statements.
  do await db.query(insertNew);
  while (!(await areKept(db)));
  await db.query(lockChanged);
  await db.query(updateChanged);
  await db.query(noteSync);
}

/** Keeps the named batches from being deleted until the transaction ends. @returns whether all exist */
async function areKept(db: Client): Promise<boolean> {
  const found = await db.query<{ are_kept: boolean }>(keepNamed);
  return found.rows[0]?.are_kept ?? false;
}

const namedBatches = sql`
DROP TABLE IF EXISTS named_batch;
CREATE TEMPORARY TABLE named_batch AS
SELECT project_id, turing_batch_id,
  (array_agg(name ORDER BY row_number DESC) FILTER (WHERE name IS NOT NULL))[1] AS name,
  (array_agg(status ORDER BY row_number DESC) FILTER (WHERE status IS NOT NULL))[1] AS status
FROM stage_batch
GROUP BY project_id, turing_batch_id
`;

const differs = sql`
(batch.project_id, batch.turing_batch_id) = (named.project_id, named.turing_batch_id)
  AND (named.name <> batch.name OR named.status <> batch.status)
`;

const lockChanged = sql`
SELECT FROM core.batch JOIN named_batch AS named ON ${differs}
ORDER BY batch.project_id, batch.turing_batch_id
FOR NO KEY UPDATE OF batch
`;

const updateChanged = sql`
UPDATE core.batch
SET name = coalesce(named.name, batch.name),
  status = coalesce(named.status, batch.status),
  updated_at = now()
FROM named_batch AS named
WHERE ${differs}
`;

const insertNew = sql`
INSERT INTO core.batch (project_id, turing_batch_id, name, status)
SELECT project_id, turing_batch_id,
  coalesce(named.name, 'Batch ' || turing_batch_id), coalesce(named.status, 'ongoing')
FROM named_batch AS named
WHERE NOT EXISTS (
  SELECT FROM core.batch
  WHERE (batch.project_id, batch.turing_batch_id) = (named.project_id, named.turing_batch_id))
ORDER BY project_id, turing_batch_id
ON CONFLICT (project_id, turing_batch_id) DO NOTHING
`;

const keepNamed = sql`
SELECT (SELECT count(*) FROM named_batch) = count(*) AS are_kept
FROM (
  SELECT FROM named_batch JOIN core.batch USING (project_id, turing_batch_id)
  ORDER BY project_id, turing_batch_id
  FOR KEY SHARE OF batch
) AS kept
`;

const noteSync = sql`
INSERT INTO core.project_sync (project_id, synced_at)
SELECT project_id, clock_timestamp() FROM named_batch
GROUP BY project_id
ORDER BY project_id
ON CONFLICT (project_id) DO UPDATE SET synced_at = excluded.synced_at
`;
