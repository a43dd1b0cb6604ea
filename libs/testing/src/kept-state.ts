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

/** Servers have these in memory, too. */
const OF_SERVERS = ['core.code', 'queue.migration', 'sign_in.demo_secret'];

/** Keeps the state of now, which is meant to be a few rows. Its connection stays open. */
export async function keepState(url: string): Promise<KeptState> {
  const client = new pg.Client({ connectionString: url });
  // The database may be dropped first.
  client.on('error', () => undefined);
  await client.connect();
  const statements = [
    'SET LOCAL session_replication_role = replica',
    // Its index makes the epoch.
    'TRUNCATE agg.project_revision',
    ...(await restoredRows(client)),
    ...(await column(client, restoredSequences)),
  ].join(';\n');
  return {
    async restore() {
      await client.query(`BEGIN; ${statements}; COMMIT`);
    },
    running: () => column(client, running),
  };
}

async function restoredRows(client: pg.Client): Promise<string[]> {
  const tables = await client.query<{ name: string; columns: string }>(restoredTables, [
    OF_SERVERS,
  ]);
  const statements: string[] = [];
  for (const { name, columns } of tables.rows) {
    statements.push(`DELETE FROM ${name}`);
    const [kept] = await column(client, `SELECT jsonb_agg(kept)::text FROM ${name} AS kept`);
    if (kept === undefined) continue;
    statements.push(
      `INSERT INTO ${name} (${columns}) OVERRIDING SYSTEM VALUE
       SELECT ${columns} FROM jsonb_populate_recordset(NULL::${name}, ${pg.escapeLiteral(kept)})`,
    );
  }
  return statements;
}

/** The texts of the only column, without nulls. */
async function column(client: pg.Client, text: string): Promise<string[]> {
  const { rows } = await client.query<(string | null)[]>({ text, rowMode: 'array' });
  return rows.flatMap(([value]) => value ?? []);
}

const restoredTables = `
SELECT oid::regclass::text AS name,
  (SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) FROM pg_attribute
   WHERE attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '') AS columns
FROM pg_class
WHERE relkind = 'r' AND relnamespace::regnamespace::text IN ('agg', 'core', 'live', 'queue', 'sign_in')
  AND oid::regclass::text <> ALL ($1)`;

const restoredSequences = `
SELECT format('SELECT setval(%L, %s, %L)', format('%I.%I', schemaname, sequencename),
  coalesce(last_value, start_value), last_value IS NOT NULL)
FROM pg_sequences WHERE schemaname IN ('core', 'live', 'queue')`;

const running = `
SELECT query FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
  AND state <> 'idle'`;
