import type { Queryable } from '../queryable.js';
import { escapeLike, sql } from '../sql.js';

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
  const kinds = [TAKEN, TAKEN_BUT_MONITORED, TAKEN_BUT_FOR_BACKUPS];
  const functions = await db.query<{ names: string; keeper: string }>(
    takeableFunctions,
    kinds.map(patternsOf),
  );
  for (const { names, keeper } of functions) {
    const keepers = keeper === '' ? facts.owner : `${facts.owner}, ${keeper}`;
    await take(db, `EXECUTE ON FUNCTION ${names}`, keepers);
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
  const names = [...TAKEN, ...TAKEN_BUT_MONITORED, ...TAKEN_BUT_FOR_BACKUPS];
  const functions = await db.query<{ name: string }>(openFunctions, [
    names,
    patternsOf(names),
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

/** Names of functions, `*` for any text. Without nextval: the application's own inserts call it. */
const TAKEN = [
  // Locks that outlive a statement, and functions that wait.
  ...['pg_advisory_*', 'pg_try_advisory_*', 'pg_sleep*'],
  // Large objects and files.
  ...['lo_*', 'loread', 'lowrite', 'pg_read_*', 'pg_ls_*', 'pg_stat_file'],
  // Access to other sessions, servers and transactions.
  ...['pg_notify', 'pg_cancel_backend', 'pg_terminate_backend', 'pg_export_snapshot'],
  ...['pg_logical_*', 'dblink*', 'txid_current', 'pg_current_xact_id'],
  // SQL inside a string.
  ...['query_to_xml*', 'table_to_xml*', 'schema_to_xml*', 'database_to_xml*'],
  ...['cursor_to_xml*', 'ts_stat', 'ts_rewrite'],
];

/** Counters of all projects together, and the queries of others; monitoring roles keep them. */
const TAKEN_BUT_MONITORED = [
  ...['pg_stat_get_*', 'pg_stat_statements*', 'pg_lock_status'],
  ...['pg_*relation_size', 'pg_table_size', 'pg_indexes_size', 'pg_database_size'],
  'pg_tablespace_size',
];

/** Changes the limits of a query. pg_dump calls it. */
const TAKEN_BUT_FOR_BACKUPS = ['set_config'];

/** The names as patterns of LIKE. */
function patternsOf(names: readonly string[]): string[] {
  return names.map((name) => escapeLike(name).replaceAll('*', '%'));
}

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

/**
 * By the role that keeps them besides the owner, or '': functions with a name like $1, $2 or $3. Names first, because
 * there are thousands of functions.
 */
const takeableFunctions = sql`
WITH named AS MATERIALIZED (
  SELECT oid, proowner, pronamespace,
    CASE WHEN proname LIKE ANY ($1::text[]) THEN ''
      WHEN proname LIKE ANY ($2::text[]) THEN 'pg_monitor'
      WHEN proname LIKE ANY ($3::text[]) THEN 'pg_read_all_data' END AS keeper
  FROM pg_proc)
SELECT string_agg(named.oid::regprocedure::text, ', ' ORDER BY named.oid::regprocedure::text) AS names,
  keeper
FROM named
JOIN pg_namespace AS schema ON schema.oid = named.pronamespace
WHERE keeper IS NOT NULL
  AND has_function_privilege('public', named.oid, 'EXECUTE')
  AND pg_has_role(named.proowner, 'USAGE')
  AND schema.nspname NOT IN ('core', 'agg', 'live', 'sign_in', 'queue')
GROUP BY keeper
ORDER BY keeper`;

/** The names $1, whose patterns are $2, of functions that the role $3 may call. */
const openFunctions = sql`
WITH named AS MATERIALIZED (
  SELECT oid, proname, pronamespace FROM pg_proc WHERE proname LIKE ANY ($2::text[]))
SELECT taken.name
FROM named
JOIN unnest($1::text[], $2::text[]) AS taken (name, pattern) ON named.proname LIKE taken.pattern
JOIN pg_namespace AS schema ON schema.oid = named.pronamespace
WHERE has_function_privilege($3, named.oid, 'EXECUTE')
  AND has_schema_privilege($3, schema.oid, 'USAGE')
GROUP BY taken.name
ORDER BY taken.name`;

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
