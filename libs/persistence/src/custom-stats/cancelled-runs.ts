import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';

/** Tells all servers that a run is cancelled. @param name of the run */
export async function tellCancelled(db: Queryable, name: string): Promise<void> {
  await db.query(sql`SELECT pg_notify('portal_run_cancelled', $1)`, [name]);
}
