import pg from 'pg';

/** What a database contained at some time, and how it gets that again. */
export interface KeptState {
  /**
   * Puts all rows and sequences back, without triggers. Begins a new epoch, as a restored backup does: servers
   * forget what they have cached.
   */
  restore(): Promise<void>;
  /** Statements that other clients run now, and transactions that they have open. */
  running(): Promise<readonly string[]>;
}

interface Table {
  readonly name: string;
  /** Without generated ones. */
  readonly columns: string;
}

/** Servers have these in memory, too. */
const OF_SERVERS = ['core.code', 'queue.migration', 'sign_in.demo_secret'];

/** Keeps the state of now, which is meant to be a few rows. Its connection stays open. */
export async function keepState(url: string): Promise<KeptState> {
  const client = new pg.Client({ connectionString: url });
  // The database may be dropped first.
  client.on('error', () => undefined);
  await client.connect();
  const { rows: tables } = await client.query<Table>(changingTables, [OF_SERVERS]);
  await client.query(tables.map(({ name }) => withoutAutovacuum(name)).join(';'));
  const rows: string[] = [];
  for (const table of tables) rows.push(await restoredRows(client, table));
  const sequences = await column(client, restoredSequences);
  const names = tables.map(({ name }) => name);
  return {
    async restore() {
      const grown = await column(client, grownTables, [names]);
      await client.query(
        [
          'BEGIN',
          'SET LOCAL session_replication_role = replica',
          // Its index makes the epoch.
          `TRUNCATE ${['agg.project_revision', ...grown].join()} CASCADE`,
          `DELETE FROM pg_statistic WHERE starelid IN (${names.map((name) => `'${name}'::regclass`).join()})`,
          ...rows,
          ...sequences,
          'COMMIT',
        ].join(';\n'),
      );
    },
    running: () => column(client, running),
  };
}

/** Statistics of a few rows, or of none, would give the next spec other plans than a new database. */
function withoutAutovacuum(table: string): string {
  return `ALTER TABLE ${table} SET (autovacuum_enabled = false)`;
}

async function restoredRows(client: pg.Client, { name, columns }: Table): Promise<string> {
  const [kept] = await column(client, `SELECT jsonb_agg(kept)::text FROM ${name} AS kept`);
  if (kept === undefined) return `DELETE FROM ${name}`;
  return `DELETE FROM ${name};
    INSERT INTO ${name} (${columns}) OVERRIDING SYSTEM VALUE
    SELECT ${columns} FROM jsonb_populate_recordset(NULL::${name}, ${pg.escapeLiteral(kept)})`;
}

/** The texts of the only column, without nulls. */
async function column(client: pg.Client, text: string, values?: unknown[]): Promise<string[]> {
  const { rows } = await client.query<(string | null)[]>({
    ...{ text, rowMode: 'array' as const },
    ...(values && { values }),
  });
  return rows.flatMap(([value]) => value ?? []);
}

const changingTables = `
SELECT oid::regclass::text AS name,
  (SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) FROM pg_attribute
   WHERE attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '') AS columns
FROM pg_class
WHERE relkind = 'r' AND relnamespace::regnamespace::text IN ('agg', 'core', 'live', 'queue', 'sign_in')
  AND oid::regclass::text <> ALL ($1)`;

/** A table of up to 10 pages without statistics has the plans of an empty one. */
const grownTables = `
SELECT oid::regclass::text FROM pg_class
WHERE oid = ANY ($1::regclass[])
  AND (pg_relation_size(oid) > 10 * current_setting('block_size')::integer OR reltuples >= 0)`;

const restoredSequences = `
SELECT format('SELECT setval(%L, %s, %L)', format('%I.%I', schemaname, sequencename),
  coalesce(last_value, start_value), last_value IS NOT NULL)
FROM pg_sequences WHERE schemaname IN ('core', 'live', 'queue')`;

const running = `
SELECT query FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
  AND state <> 'idle'`;
