import 'reflect-metadata';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { ENTITIES } from './entities/all.js';
import { MIGRATIONS } from './migrations/all.js';
import { ErrorSafeClient } from './error-safe-client.js';
import { pgTypes } from './pg-types.js';

export interface DataSourceSettings {
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
}

/** Idle connections that stay open: a new one takes milliseconds and has no prepared statements. */
const KEPT_CONNECTIONS = 2;
/** Uses after which a connection is replaced, which also frees its prepared statements. */
const MAX_USES = 10_000;
const CONNECT_MS = 10_000;

/** The portal's TypeORM data source, not yet initialised. Only migrations change the schema. */
export function createDataSource(options: DataSourceSettings): DataSource {
  return new DataSource({
    type: 'postgres',
    url: options.url,
    applicationName: options.applicationName,
    poolSize: options.poolSize ?? 10,
    connectTimeoutMS: options.connectMs ?? CONNECT_MS,
    entities: ENTITIES,
    migrations: MIGRATIONS,
    migrationsTableName: 'portal_migration',
    migrationsTransactionMode: 'each',
    synchronize: false,
    extra: {
      Client: ErrorSafeClient,
      min: KEPT_CONNECTIONS,
      maxUses: MAX_USES,
      types: pgTypes,
      options: startupOptions(options.settings),
    },
  });
}

/**
 * Connections without TypeORM, for results of many rows and statements with special settings.
 */
export function createPool(options: DataSourceSettings): pg.Pool {
  return new pg.Pool({
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
}

/** The `options` parameter of libpq: a backslash escapes blanks and backslashes in a value. */
function startupOptions(settings: DataSourceSettings['settings']): string {
  return Object.entries({ timezone: 'UTC', ...settings })
    .map(([name, value]) => `-c ${name}=${value.replace(/[\\ ]/g, String.raw`\$&`)}`)
    .join(' ');
}
