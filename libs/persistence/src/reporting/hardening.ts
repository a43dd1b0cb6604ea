import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';

/**
 * Revokes privileges from PUBLIC in this database that custom SQL must not have and only the owner
 * needs. A superuser revokes all of them, an ordinary owner those on its own database and schema.
 * The owner keeps all privileges; monitoring and backup roles keep what they use. Each change is
 * stored with the statement that undoes it.
 */
export async function harden(db: Queryable): Promise<void> {
  const [facts] = await db.query<Facts>(publicFacts);
  if (!facts) return;
  if (facts.temporary) {
    await take(db, `TEMPORARY ON DATABASE ${facts.database}`, facts.owner);
  }
  if (facts.public_schema) await take(db, 'USAGE, CREATE ON SCHEMA public', facts.owner);
  if (facts.plpgsql) await take(db, 'USAGE ON LANGUAGE plpgsql', facts.owner);
  for (const keeper of ['', 'pg_monitor', 'pg_read_all_data']) {
    const functions = await db.query<{ name: string }>(takeableFunctions, [
      ...FUNCTION_PARAMETERS,
      keeper,
    ]);
    if (functions.length === 0) continue;
    const list = functions.map(({ name }) => name).join(', ');
    const keepers = keeper === '' ? facts.owner : `${facts.owner}, ${keeper}`;
    await take(db, `EXECUTE ON FUNCTION ${list}`, keepers);
  }
}

/** Privileges from that list that the role still has; each as a phrase for an operator. */
export async function leftOpen(db: Queryable, role: string): Promise<string[]> {
  const [facts] = await db.query<{
    temporary: boolean;
    public_schema: boolean;
    plpgsql: boolean;
    statements: boolean;
  }>(openFacts, [role]);
  const functions = await db.query<{ name: string }>(openFunctions, [
    [...TAKEN, ...TAKEN_BUT_MONITORED, ...TAKEN_BUT_FOR_BACKUPS],
    role,
  ]);
  const open: string[] = [];
  if (facts?.temporary === true) open.push('temporary tables can be created');
  if (facts?.public_schema === true) open.push('the schema public can be used');
  if (facts?.plpgsql === true) open.push('the language plpgsql can be used');
  if (facts?.statements === true) {
    open.push('pg_stat_statements shows a sandbox role the texts of earlier queries of its own');
  }
  if (functions.length > 0) {
    open.push(`EXECUTE could not be revoked on ${functions.map(({ name }) => name).join(', ')}`);
  }
  return open;
}

/** LIKE patterns, escaped with `!`. Without nextval: the application's own inserts call it. */
const TAKEN = [
  // Locks that outlive a statement, and functions that wait.
  ...['pg!_advisory!_%', 'pg!_try!_advisory!_%', 'pg!_sleep%'],
  // Large objects and files.
  ...['lo!_%', 'loread', 'lowrite', 'pg!_read!_%', 'pg!_ls!_%', 'pg!_stat!_file'],
  // Access to other sessions, servers and transactions.
  ...['pg!_notify', 'pg!_cancel!_backend', 'pg!_terminate!_backend', 'pg!_export!_snapshot'],
  ...['pg!_logical!_%', 'dblink%', 'txid!_current', 'pg!_current!_xact!_id'],
  // SQL inside a string.
  ...['query!_to!_xml%', 'table!_to!_xml%', 'schema!_to!_xml%', 'database!_to!_xml%'],
  ...['cursor!_to!_xml%', 'ts!_stat', 'ts!_rewrite'],
];

/** Counters of all projects together, and the queries of others; monitoring roles keep them. */
const TAKEN_BUT_MONITORED = [
  ...['pg!_stat!_get!_%', 'pg!_stat!_statements%', 'pg!_lock!_status'],
  ...['pg!_%relation!_size', 'pg!_table!_size', 'pg!_indexes!_size', 'pg!_database!_size'],
  'pg!_tablespace!_size',
];

/** Changes the limits of a query. pg_dump calls it. */
const TAKEN_BUT_FOR_BACKUPS = ['set!_config'];

const FUNCTION_PARAMETERS = [TAKEN, TAKEN_BUT_MONITORED, TAKEN_BUT_FOR_BACKUPS];

interface Facts {
  readonly database: string;
  readonly owner: string;
  readonly temporary: boolean;
  readonly public_schema: boolean;
  readonly plpgsql: boolean;
}

/** Whether PUBLIC has each privilege and the connected role can revoke it. */
const publicFacts = sql`
SELECT quote_ident(database.datname) AS database, quote_ident(owner.rolname) AS owner,
  has_database_privilege('public', database.oid, 'TEMPORARY')
    AND pg_has_role(database.datdba, 'USAGE') AS temporary,
  coalesce((
    SELECT (has_schema_privilege('public', oid, 'USAGE') OR has_schema_privilege('public', oid, 'CREATE'))
      AND pg_has_role(nspowner, 'USAGE')
    FROM pg_namespace WHERE nspname = 'public'), false) AS public_schema,
  coalesce((
    SELECT has_language_privilege('public', oid, 'USAGE') AND pg_has_role(lanowner, 'USAGE')
    FROM pg_language WHERE lanname = 'plpgsql'), false) AS plpgsql
FROM pg_database AS database
JOIN pg_roles AS owner ON owner.oid = database.datdba
WHERE database.datname = current_database()`;

/** $1, $2, $3: patterns of each kind; $4: the role that keeps the functions of its kind, or ''. */
const takeableFunctions = sql`
SELECT function.oid::regprocedure::text AS name
FROM pg_proc AS function
JOIN pg_namespace AS schema ON schema.oid = function.pronamespace
WHERE has_function_privilege('public', function.oid, 'EXECUTE')
  AND pg_has_role(function.proowner, 'USAGE')
  AND schema.nspname NOT IN ('core', 'agg', 'live', 'sign_in', 'queue')
  AND EXISTS (
    SELECT FROM unnest(CASE $4::text
      WHEN '' THEN $1::text[] WHEN 'pg_monitor' THEN $2::text[] ELSE $3::text[] END) AS pattern
    WHERE function.proname LIKE pattern ESCAPE '!')
ORDER BY 1`;

/** The patterns of functions that the role $2 may call. */
const openFunctions = sql`
SELECT replace(replace(pattern, '!', ''), '%', '*') AS name
FROM pg_proc AS function
JOIN unnest($1::text[]) AS pattern ON function.proname LIKE pattern ESCAPE '!'
JOIN pg_namespace AS schema ON schema.oid = function.pronamespace
WHERE has_function_privilege($2, function.oid, 'EXECUTE')
  AND has_schema_privilege($2, schema.oid, 'USAGE')
GROUP BY pattern
ORDER BY pattern`;

const openFacts = sql`
SELECT has_database_privilege($1, current_database(), 'TEMPORARY') AS temporary,
  has_schema_privilege($1, 'public', 'USAGE') AS public_schema,
  has_language_privilege($1, 'plpgsql', 'USAGE') AS plpgsql,
  coalesce(has_table_privilege($1, to_regclass('public.pg_stat_statements'), 'SELECT'), false)
    AND has_schema_privilege($1, 'public', 'USAGE') AS statements`;

async function take(db: Queryable, what: string, keepers: string): Promise<void> {
  await db.query(`GRANT ${what} TO ${keepers}`);
  await db.query(`REVOKE ${what} FROM PUBLIC`);
  await db.query(sql`INSERT INTO reporting.hardening (undo) VALUES ($1)`, [
    `GRANT ${what} TO PUBLIC`,
  ]);
}
