import { sql } from '@portal/persistence/sql';
import type { Client } from 'pg';

/** The tables whose rows the plans of an import look for, and those of its triggers. */
const PLANNED = ['core.task', 'core.task_review', 'agg.user_review'];
/** What is left for the end of the transaction, and gone after it. */
const PENDING = [
  'agg.touched',
  'agg.pending_cell',
  'agg.pending_user',
  'agg.pending_review',
  'agg.pending_before',
  'agg.pending_activity',
  'agg.pending_desk',
];

/**
 * Keeps autovacuum from these tables until the transaction ends, as it takes no lock it would have to
 * wait for. It does not see the rows of this transaction: where a load was given up, it would note
 * that there are none to a page, and plans be made anew, in the midst of the import, for no rows at
 * all.
 */
export async function holdOffAutovacuum(db: Client): Promise<void> {
  await db.query(
    `LOCK TABLE ${[...PLANNED, ...PENDING].join(', ')} IN SHARE UPDATE EXCLUSIVE MODE`,
  );
}

/**
 * Keeps the planner from taking the tables of tasks for empty. A load that was given up leaves pages
 * without rows; autovacuum then notes that there are none to a page, and however many this
 * transaction adds, plans are made for no rows at all: what is a second by index becomes hours.
 * ANALYZE counts the rows of its own transaction.
 */
export async function countTasksForPlanner(db: Client): Promise<void> {
  const mistaken = await db.query<{ name: string }>(takenForEmpty, [PLANNED]);
  for (const { name } of mistaken.rows) await db.query(`ANALYZE ${name} (turing_task_id)`);
}

const takenForEmpty = sql`
SELECT oid::regclass::text AS name
FROM pg_class
WHERE oid = ANY ($1::regclass[]) AND reltuples = 0
`;
