import { sql } from '@portal/persistence/sql';
import type { Client } from 'pg';

/**
 * Keeps the planner from taking the tables of tasks for empty. A load that was given up leaves pages
 * without rows; autovacuum then notes that there are none to a page, and however many this
 * transaction adds, plans are made for no rows at all: what is a second by index becomes hours.
 * ANALYZE counts the rows of its own transaction, and holds autovacuum off until that ends.
 */
export async function countTasksForPlanner(db: Client): Promise<void> {
  const mistaken = await db.query<{ name: string }>(takenForEmpty);
  for (const { name } of mistaken.rows) await db.query(`ANALYZE ${name} (turing_task_id)`);
}

const takenForEmpty = sql`
SELECT oid::regclass::text AS name
FROM pg_class
WHERE oid IN ('core.task'::regclass, 'core.task_review'::regclass) AND reltuples = 0
`;
