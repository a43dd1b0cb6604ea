import { createDataSource, createPool } from '@portal/persistence/data-source';
import { queryableOf } from '@portal/persistence/pg-queryable';
import type { Queryable } from '@portal/persistence/queryable';
import type { Config } from '@portal/platform/config';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';

const READS = 12;
const CHANGES = 10;
const SESSIONS = 4;

/** The longest wait for a connection that changes something. */
const CONNECT_MS = 5_000;

/**
 * The hot data is in memory. With the default cost of a spinning disk the planner prefers a full
 * scan of a small table, once per row of another table, to an index lookup.
 */
const PLANNER_SETTINGS = { random_page_cost: '1.1' };

/**
 * Connections for reads. The database refuses changes on them: no statement here waits for a lock of
 * a change, and changes that wait cannot take these connections.
 */
export class ReadPool implements Queryable {
  readonly pool;
  private readonly db;

  constructor({ databaseUrl }: Config, logger: Logger) {
    this.pool = createPool({
      url: databaseUrl,
      applicationName: 'portal-server',
      poolSize: READS,
      settings: { ...PLANNER_SETTINGS, default_transaction_read_only: 'on' },
    });
    this.pool.on('error', (error) => logger.warn({ err: error }, 'idle database connection lost'));
    this.db = queryableOf(this.pool);
  }

  /** For statements whose best plan depends on the values; the others use `PreparedReads`. */
  query<T>(text: string, values?: unknown[]): Promise<readonly T[]> {
    return this.db.query(text, values);
  }
}

/** Connections for changes by users: `AuditedTransactions`, and what a boot prepares. */
export function openChanges({ databaseUrl }: Config): Promise<DataSource> {
  return createDataSource({
    url: databaseUrl,
    applicationName: 'portal-server changes',
    poolSize: CHANGES,
    connectMs: CONNECT_MS,
    settings: PLANNER_SETTINGS,
  }).initialize();
}

/**
 * Connections for what the portal itself writes: sessions, counted sign-ins, uses of API tokens, roles
 * of custom SQL. These transactions are short, so that callers are served while changes wait.
 */
export function openSessions({ databaseUrl }: Config): Promise<DataSource> {
  return createDataSource({
    url: databaseUrl,
    applicationName: 'portal-server sessions',
    poolSize: SESSIONS,
    connectMs: CONNECT_MS,
    settings: { lock_timeout: '2s' },
  }).initialize();
}
