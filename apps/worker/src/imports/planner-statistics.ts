import { STATISTICS_LOCK } from '@portal/persistence/locks';
import { sql } from '@portal/persistence/sql';
import type { Client } from 'pg';

/** The tables in which statements and triggers of an import look up rows. */
const PLANNED = [
  'core.task',
  'core.task_review',
  'core.task_status_change',
  'core.task_round',
  'agg.user_review',
];
/** The tables of changes that the commit applies. */
const PENDING = [
  'agg.touched',
  'agg.pending_cell',
  'agg.pending_duration',
  'agg.pending_user',
  'agg.pending_slot',
  'agg.pending_review',
  'agg.pending_before',
  'agg.pending_activity',
  'agg.pending_desk',
  'agg.pending_round',
];

/**
 * Keeps autovacuum away from these tables until the transaction ends, unless another import does. It does not
 * see the rows of this transaction and would record tables as empty that a failed load has left with pages
 * but no rows.
 */
export async function keepAutovacuumAway(db: Client): Promise<void> {
  if (!(await isInCharge(db))) return;
  await db.query(
    `LOCK TABLE ${[...PLANNED, ...PENDING].join(', ')} IN SHARE UPDATE EXCLUSIVE MODE`,
  );
}

/**
 * Counts the rows of a table that is recorded as empty; ANALYZE sees those of its own transaction. For
 * an empty table all indexes cost the same, and PostgreSQL may look up a task in an index whose last
 * column is the id, by reading all of it.
 */
export async function analyzeIfEmpty(db: Client): Promise<void> {
  const empty = await db.query<{ name: string }>(recordedAsEmpty, [PLANNED]);
  if (empty.rows.length === 0 || !(await isInCharge(db))) return;
  for (const { name } of empty.rows) await db.query(`ANALYZE ${name} (turing_task_id)`);
}

async function isInCharge(db: Client): Promise<boolean> {
  const tried = await db.query<{ locked: boolean }>(
    sql`SELECT pg_try_advisory_xact_lock(${STATISTICS_LOCK}) AS locked`,
  );
  return tried.rows[0]?.locked ?? false;
}

const recordedAsEmpty = sql`
SELECT oid::regclass::text AS name
FROM pg_class
WHERE oid = ANY ($1::regclass[]) AND reltuples = 0
`;
