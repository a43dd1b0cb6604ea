import pg from 'pg';
import { ErrorSafeClient } from './error-safe-client.js';
import { pgTypes } from './pg-types.js';

export interface PoolSettings {
  /** `postgresql://` URL of the database, as its owner. */
  readonly url: string;
  /** Shown in pg_stat_activity. */
  readonly applicationName: string;
  /** Maximum number of connections; default 10. */
  readonly poolSize?: number;
  /** The longest wait for a connection, in milliseconds; default 10,000. */
  readonly connectMs?: number;
  /** Server settings of each connection. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The database was away for an idle connection or for a statement. */
  readonly onAway?: (error: unknown) => void;
  /** The database has run a statement. */
  readonly onWorks?: () => void;
}

/** Idle connections that stay open: a new one takes milliseconds and has no prepared statements. */
const KEPT_CONNECTIONS = 2;
/** Uses after which a connection is replaced, which also frees its prepared statements. */
const MAX_USES = 10_000;
const CONNECT_MS = 10_000;

export function createPool(options: PoolSettings): pg.Pool {
  const pool = new pg.Pool({
    Client: ErrorSafeClient,
    connectionString: options.url,
    application_name: options.applicationName,
    min: KEPT_CONNECTIONS,
    max: options.poolSize ?? 10,
    maxUses: MAX_USES,
    connectionTimeoutMillis: options.connectMs ?? CONNECT_MS,
    types: pgTypes,
    options: startupOptions(options.settings),
  });
  // Without a listener the loss of an idle connection would crash the process.
  pool.on('error', options.onAway ?? (() => undefined));
  return pool;
}

/** The `options` parameter of libpq: a backslash escapes blanks and backslashes in a value. */
export function startupOptions(settings: PoolSettings['settings']): string {
  return Object.entries({ timezone: 'UTC', ...settings })
    .map(([name, value]) => `-c ${name}=${value.replace(/[\\ ]/g, String.raw`\$&`)}`)
    .join(' ');
}
