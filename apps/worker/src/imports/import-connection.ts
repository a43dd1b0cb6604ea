import { IMPORT_LOCK } from '@portal/persistence/locks';
import { pgTypes } from '@portal/persistence/pg-types';
import { sql } from '@portal/persistence/sql';
import { WORKER_APPLICATIONS } from '@portal/persistence/worker-connections';
import pg from 'pg';

/**
 * Settings of an import's session. The server checks the connection every second. The transaction of
 * a killed worker then ends within a second and releases its locks for the next run.
 */
const SETTINGS = {
  client_connection_check_interval: '1s',
  default_transaction_isolation: 'read\\ committed',
  work_mem: '128MB',
  maintenance_work_mem: '256MB',
  temp_buffers: '64MB',
  jit: 'off',
  statement_timeout: '0',
  idle_in_transaction_session_timeout: '0',
};

/** Opens the connection of one import. */
export async function openImportConnection(databaseUrl: string): Promise<pg.Client> {
  const db = new pg.Client({
    connectionString: databaseUrl,
    application_name: WORKER_APPLICATIONS['worker-imports'],
    keepAlive: true,
    types: pgTypes,
    options: Object.entries(SETTINGS)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
  });
  // A lost connection fails the current query, or the next one.
  db.on('error', () => undefined);
  await db.connect();
  return db;
}

/**
 * Locks the import until the connection closes.
 * @returns false if another run of it is active
 */
export async function tryLockImport(db: pg.Client, importId: string): Promise<boolean> {
  const tried = await db.query<{ locked: boolean }>(
    sql`SELECT pg_try_advisory_lock(${IMPORT_LOCK}, hashtext($1)) AS locked`,
    [importId],
  );
  return tried.rows[0]?.locked ?? false;
}

/** The pid of the connection's backend, to cancel its statement from another connection. */
export async function backendOf(db: pg.Client): Promise<number> {
  const found = await db.query<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`);
  return found.rows[0]?.pid ?? 0;
}
