import 'reflect-metadata';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { ENTITIES } from './entities/all.js';
import { MIGRATIONS } from './migrations/all.js';
import { ErrorSafeClient } from './error-safe-client.js';
import { pgTypes, pgTypesForAnswers } from './pg-types.js';

export interface DataSourceSettings {
  /** `postgresql://` address of the owner connection. */
  readonly url: string;
  /** Shown in pg_stat_activity. */
  readonly applicationName: string;
  /** Connections at most; 10 unless told. */
  readonly poolSize?: number;
  /** Server settings of each connection, as given at connect time. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** So many stay open: a new connection takes milliseconds, and has no statement prepared. */
const KEPT_CONNECTIONS = 2;
/** Then a connection is replaced, and with it the statements that it has prepared. */
const MAX_USES = 10_000;

/** The portal's TypeORM data source, not yet initialised. The schema is the migrations' alone. */
export function createDataSource(options: DataSourceSettings): DataSource {
  return new DataSource({
    type: 'postgres',
    url: options.url,
    applicationName: options.applicationName,
    poolSize: options.poolSize ?? 10,
    connectTimeoutMS: 10_000,
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
 * Connections without TypeORM, for answers of many rows, and statements that want settings of their
 * own. Instants are ISO text, by the clock of UTC whatever the database's own zone is.
 */
export function createPool(options: DataSourceSettings): pg.Pool {
  return new pg.Pool({
    Client: ErrorSafeClient,
    connectionString: options.url,
    application_name: options.applicationName,
    min: KEPT_CONNECTIONS,
    max: options.poolSize ?? 10,
    maxUses: MAX_USES,
    connectionTimeoutMillis: 10_000,
    types: pgTypesForAnswers,
    options: startupOptions(options.settings),
  });
}

/** libpq's `options` text: blanks and backslashes in a value are escaped by a backslash. */
function startupOptions(settings: DataSourceSettings['settings']): string {
  return Object.entries({ timezone: 'UTC', ...settings })
    .map(([name, value]) => `-c ${name}=${value.replace(/[\\ ]/g, String.raw`\$&`)}`)
    .join(' ');
}
