import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';

/**
 * @typedef {{ query(text: string, values?: unknown[]): Promise<unknown[]> }} Queryable
 * @typedef {new () => { up(runner: Queryable): Promise<void> }} Migration
 */

/** The queue is not among them: BullMQ creates its schema itself. */
const SCHEMAS = ['core', 'agg', 'live', 'sign_in'];
const ROWS_OF_STATEMENT = 500;

/**
 * The database at `url` as SQL that makes it again in an empty one: the statements of the old version's own migration,
 * all rows, and the statements by which the old version prepares custom SQL.
 * @param {string} url
 * @param {string} old directory of the old version, built
 */
export async function sqlOf(url, old) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query('SELECT core.reporting_zone() AS zone');
    const settings = `SET portal.reporting_time_zone = '${rows[0].zone}';`;
    const schema = await recordMigration(old);
    return [
      settings,
      ...schema,
      await migrationTable(client),
      'SET session_replication_role = replica;',
      ...(await inserts(client)),
      'RESET session_replication_role;',
      ...(await sequences(client)),
      asOneStatement(await recordRoles(url, old, [settings, ...schema])),
      '',
    ].join('\n');
  } finally {
    await client.end();
  }
}

/**
 * @param {string} old
 * @returns {Promise<string[]>}
 */
async function recordMigration(old) {
  /** @type {{ MIGRATIONS: Migration[] }} */
  const { MIGRATIONS } = await importOld(old, 'migrations/all.js');
  /** @type {string[]} */
  const texts = [];
  for (const Migration of MIGRATIONS) {
    await new Migration().up({
      async query(text) {
        // The file is read as one transaction, and by one connection.
        if (!text.startsWith('LOCK ')) texts.push(`${text.replaceAll(/ CONCURRENTLY\b/g, '')};`);
        return [];
      },
    });
  }
  return texts;
}

/** @param {pg.Client} client */
async function migrationTable(client) {
  const { rows } = await client.query(`
    SELECT conname AS name FROM pg_constraint WHERE conrelid = 'portal_migration'::regclass AND contype = 'p'`);
  return `CREATE TABLE portal_migration (
  id serial NOT NULL, "timestamp" bigint NOT NULL, name varchar NOT NULL,
  CONSTRAINT "${rows[0].name}" PRIMARY KEY (id)
);`;
}

/** @param {pg.Client} client */
async function inserts(client) {
  const { rows: tables } = await client.query(
    `SELECT table_schema || '.' || table_name AS name,
       array_agg(quote_ident(column_name) ORDER BY ordinal_position) AS columns,
       array_agg(data_type ORDER BY ordinal_position) AS types
     FROM information_schema.tables JOIN information_schema.columns USING (table_schema, table_name)
     WHERE table_type = 'BASE TABLE' AND is_generated = 'NEVER'
       AND (table_schema = ANY ($1) OR table_name = 'portal_migration')
     GROUP BY 1 ORDER BY 1`,
    [SCHEMAS],
  );
  /** @type {string[]} */
  const statements = [];
  for (const { name, columns, types } of tables) {
    const values = columns.map((/** @type {string} */ column, /** @type {number} */ index) =>
      types[index] === 'xid8' ? foreignXid(column) : `quote_nullable(${column}::text)`,
    );
    const { rows } = await client.query(
      `SELECT concat('(', concat_ws(',', ${values.join(', ')}), ')') AS row FROM ${name} ORDER BY ${columns[0]}, 1`,
    );
    statements.push(`DELETE FROM ${name};`);
    for (let start = 0; start < rows.length; start += ROWS_OF_STATEMENT) {
      const some = rows.slice(start, start + ROWS_OF_STATEMENT).map(({ row }) => row);
      statements.push(
        `INSERT INTO ${name} (${columns.join(',')}) OVERRIDING SYSTEM VALUE VALUES\n${some.join(',\n')};`,
      );
    }
  }
  return statements;
}

/**
 * Transactions of this cluster, as ones that no cluster of a test has reached: the history of tasks begins anew there.
 * @param {string} column
 */
function foreignXid(column) {
  return `quote_nullable(CASE ${column} WHEN '0' THEN '0' ELSE (${column}::text::numeric + 9000000000)::text END)`;
}

/** @param {pg.Client} client */
async function sequences(client) {
  const { rows } = await client.query(
    `SELECT format('SELECT setval(%L, %s);', schemaname || '.' || sequencename, last_value) AS statement
     FROM pg_sequences
     WHERE last_value IS NOT NULL AND (schemaname = ANY ($1) OR sequencename = 'portal_migration_id_seq')
     ORDER BY 1`,
    [SCHEMAS],
  );
  return rows.map(({ statement }) => statement);
}

/**
 * What the old version says to an empty database so that custom SQL can run, in another database of the cluster, and
 * rolled back.
 * @param {string} url
 * @param {string} old
 * @param {string[]} schema
 * @returns {Promise<string[]>}
 */
async function recordRoles(url, old, schema) {
  /** @type {{ installReporting: (tx: Queryable, verifierOf: (role: string) => string) =>
   *   Promise<{ unavailable?: string, open: string[] }> }} */
  const { installReporting } = await importOld(old, 'reporting/install.js');
  /** @type {{ scramVerifier: (password: string, salt: Buffer) => string }} */
  const { scramVerifier } = await importOld(old, 'reporting/scram.js');
  return withScratch(url, async (client, database) => {
    for (const text of schema) await client.query(text);
    const { rows } = await client.query(
      'SELECT oid FROM pg_database WHERE datname = current_database()',
    );
    /** @type {string[]} */
    const texts = [];
    await client.query('BEGIN');
    const { unavailable, open } = await installReporting(
      {
        async query(text, values = []) {
          if (!/^\s*(SELECT|SAVEPOINT|RELEASE)\b/.test(text))
            texts.push(await inlined(client, text, values));
          return (await client.query(text, values)).rows ?? [];
        },
      },
      (role) => scramVerifier(randomBytes(32).toString('hex'), Buffer.from(role)),
    );
    await client.query('ROLLBACK');
    if (unavailable ?? open[0]) throw new Error(`Custom SQL: ${unavailable ?? open[0]}`);
    return texts.map((text) =>
      text
        .replaceAll(`_${rows[0].oid}`, '_{oid}')
        .replaceAll(`DATABASE ${database}`, 'DATABASE {database}')
        .replaceAll('TO postgres', 'TO {owner}'),
    );
  });
}

/**
 * @template T
 * @param {string} url
 * @param {(client: pg.Client, database: string) => Promise<T>} work
 */
async function withScratch(url, work) {
  const name = `scratch_${randomBytes(6).toString('hex')}`;
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  await owner.query(`CREATE DATABASE ${name} TEMPLATE template0`);
  const there = new URL(url);
  there.pathname = `/${name}`;
  const client = new pg.Client({ connectionString: there.href });
  try {
    await client.connect();
    return await work(client, name);
  } finally {
    await client.end();
    await owner.query(`DROP DATABASE ${name}`);
    await owner.end();
  }
}

/**
 * @param {pg.Client} client
 * @param {string} text
 * @param {unknown[]} values
 */
async function inlined(client, text, values) {
  if (values.length === 0) return text;
  const { rows } = await client.query(
    'SELECT quote_nullable(value) AS literal FROM unnest($1::text[]) AS value',
    [values.map((value) => (Array.isArray(value) ? `{${value.join(',')}}` : value))],
  );
  return text.replace(/\$(\d+)/g, (_, number) => rows[Number(number) - 1].literal);
}

/**
 * The names of the roles contain the number of the database, which is known only where this runs.
 * @param {string[]} texts
 */
function asOneStatement(texts) {
  const list = texts.map((text) => `$text$${text}$text$`);
  return `DO $do$
DECLARE
  statement text;
BEGIN
  FOREACH statement IN ARRAY ARRAY[
${list.join(',\n')}
  ] LOOP
    EXECUTE replace(replace(replace(statement,
      '{oid}', (SELECT oid::text FROM pg_database WHERE datname = current_database())),
      '{database}', quote_ident(current_database())),
      '{owner}', quote_ident(current_user));
  END LOOP;
END $do$;`;
}

/**
 * @template T
 * @param {string} old
 * @param {string} file below the folder of its schema
 * @returns {Promise<T>}
 */
async function importOld(old, file) {
  return await import(pathToFileURL(join(old, 'libs/persistence/dist', file)).href);
}
