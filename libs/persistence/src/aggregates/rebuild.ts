import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';
import { AGGREGATES, USER_REVIEWS } from './definitions.js';
import { ROUND_COLUMNS, ROUNDS } from './rounds.js';
import { readingWholeTables } from './whole-tables.js';

/**
 * Replaces every read model with a recount and increases the revision of every project. Optionally
 * changes the reporting time zone. `db` must be one connection inside a transaction. Writers of
 * tasks and reviews wait until it ends; readers see the old numbers until then.
 */
export async function rebuildAggregates(db: Queryable, reportingTimeZone?: string): Promise<void> {
  // Writers hold a conflicting lock until they end, so everything they queued is applied by now.
  await db.query(sql`LOCK TABLE core.task, core.task_review IN SHARE ROW EXCLUSIVE MODE`);
  if (reportingTimeZone !== undefined) {
    await db.query(sql`SELECT core.set_reporting_zone($1)`, [reportingTimeZone]);
  }
  await readingWholeTables(db, () => recount(db));
  await db.query(sql`SELECT agg.touch(id) FROM core.project`);
}

async function recount(db: Queryable): Promise<void> {
  for (const { table, keys, counters, recount: query } of AGGREGATES) {
    await db.query(sql`DELETE FROM ${table}`);
    await db.query(sql`INSERT INTO ${table} (${[...keys, ...counters].join(', ')}) ${query}`);
  }
  await db.query(sql`DELETE FROM agg.user_review`);
  await db.query(sql`INSERT INTO agg.user_review ${USER_REVIEWS}`);
  await db.query(sql`DELETE FROM core.task_round`);
  await db.query(sql`INSERT INTO core.task_round (${ROUND_COLUMNS}) ${ROUNDS}`);
  await db.query(sql`
    INSERT INTO core.task_user
    SELECT DISTINCT user_email FROM core.task WHERE user_email IS NOT NULL
    ON CONFLICT DO NOTHING`);
}
