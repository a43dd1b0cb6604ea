import 'reflect-metadata';
import { DataSource } from 'typeorm';
import { ENTITIES } from './entities/all.js';
import { ErrorSafeClient } from './error-safe-client.js';
import { MIGRATIONS } from './migrations/all.js';
import { pgTypes } from './pg-types.js';
import { startupOptions } from './pool.js';

/** What the entities say of their tables. */
export type EntityTables = Pick<DataSource, 'getMetadata' | 'driver'>;

/** One connection that migrates, not yet open. Only migrations change the schema. */
export function createMigrator(
  url: string,
  settings: Readonly<Record<string, string>>,
): DataSource {
  return new DataSource({
    type: 'postgres',
    url,
    applicationName: 'portal migrate',
    poolSize: 1,
    migrations: MIGRATIONS,
    migrationsTableName: 'portal_migration',
    migrationsTransactionMode: 'each',
    synchronize: false,
    extra: { Client: ErrorSafeClient, types: pgTypes, options: startupOptions(settings) },
  });
}

/** Reads the entities, without a connection. */
export async function readEntities(): Promise<EntityTables> {
  const entities = new Entities({ type: 'postgres', entities: ENTITIES });
  await entities.read();
  return entities;
}

class Entities extends DataSource {
  read(): Promise<void> {
    return this.buildMetadatas();
  }
}
