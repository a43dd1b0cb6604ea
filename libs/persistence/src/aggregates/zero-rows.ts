import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';
import { AGGREGATES } from './definitions.js';

/**
 * Deletes the rows of read models in which nothing is counted any more, such as those of a batch whose import was
 * undone. A row that a transaction has locked stays for the next night, so that no two wait for each other.
 * @returns the number of rows
 */
export async function dropZeroRows(db: Queryable): Promise<number> {
  let dropped = 0;
  for (const { table, counters } of AGGREGATES) {
    const isZero = counters.map((name) => `coalesce(${name}, 0) = 0`).join(' AND ');
    const rows = await db.query(sql`
      DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM ${table} WHERE ${isZero} FOR UPDATE SKIP LOCKED))
      RETURNING 1`);
    dropped += rows.length;
  }
  return dropped;
}
