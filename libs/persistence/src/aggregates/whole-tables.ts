import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';

/**
 * Runs statements that read whole tables, on one connection. Right after a first load PostgreSQL may
 * still take a table for empty; a nested loop over its rows would then take hours, a hash join does
 * not depend on how many rows are expected.
 */
export async function readingWholeTables<T>(db: Queryable, work: () => Promise<T>): Promise<T> {
  await db.query(sql`SET enable_nestloop = off`);
  const result = await work();
  await db.query(sql`RESET enable_nestloop`);
  return result;
}
