import { REPORTING_LOCK } from '../locks.js';
import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';

/**
 * Lets the owners of the reporting views read the columns of `core` that their views read, and no others. A
 * migration can have added some to a view. Call it in a transaction: two servers must not grant at once.
 */
export async function letOwnersRead(db: Queryable): Promise<void> {
  await db.query(sql`SELECT pg_advisory_xact_lock(${REPORTING_LOCK})`);
  const read = await db.query<{ owner: string; table: string; columns: string }>(readColumns);
  for (const { owner, table, columns } of read) {
    await db.query(`GRANT SELECT (${columns}) ON ${table} TO ${owner}`);
  }
}

/** The role that migrates owns the tables, too, and the views of a database without roles of custom SQL. */
const readColumns = sql`
SELECT owner, "table", string_agg(DISTINCT quote_ident(attname), ', ') AS columns
FROM (
  SELECT view.relowner::regrole::text AS owner, used.refobjid::regclass::text AS "table", attname
  FROM pg_class AS view
  JOIN pg_rewrite AS rule ON rule.ev_class = view.oid
  JOIN pg_depend AS used ON used.classid = 'pg_rewrite'::regclass AND used.objid = rule.oid
    AND used.refclassid = 'pg_class'::regclass AND used.refobjsubid > 0
  JOIN pg_class AS core ON core.oid = used.refobjid AND core.relnamespace = 'core'::regnamespace
  JOIN pg_attribute ON attrelid = core.oid AND attnum = used.refobjsubid
  WHERE view.relnamespace = 'reporting'::regnamespace AND view.relowner <> core.relowner
    AND NOT has_column_privilege(view.relowner, core.oid, attnum, 'SELECT')
) AS found
GROUP BY owner, "table"`;
