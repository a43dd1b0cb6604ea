import { testDatabase, type TestDatabase } from '@portal/testing/postgres';
import type { EntityMetadata } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EntityTables, readEntities } from '../data-source.js';
import { Db } from '../db.js';
import { ENTITIES } from './all.js';

interface Column {
  readonly type: string;
  readonly nullable: boolean;
  readonly primary: boolean;
  readonly array: boolean;
}

type Tables = Record<string, Record<string, Column>>;

/** Servers of 0.2.0 write them while a new version is rolled out. */
const UNUSED = ['audit.waited_ms', 'audit.waited_for'];

let database: TestDatabase;
let db: Db;
let entities: EntityTables;
beforeAll(async () => {
  database = await testDatabase();
  db = Db.open({ url: database.url, applicationName: 'spec' });
  entities = await readEntities();
});
afterAll(async () => {
  await db.end();
  await database.drop();
});

describe('entities', () => {
  it('DATA-3 have exactly the columns of their tables', async () => {
    const stored = await storedTables();
    for (const entity of ENTITIES.map((target) => entities.getMetadata(target))) {
      const used = Object.entries(stored[entity.tableName] ?? {}).filter(
        ([column]) => !UNUSED.includes(`${entity.tableName}.${column}`),
      );
      expect(columnsOf(entity), entity.tableName).toEqual(Object.fromEntries(used));
    }
  });
});

function columnsOf(entity: EntityMetadata): Record<string, Column> {
  return Object.fromEntries(
    entity.columns.map((column) => [
      column.databaseName,
      {
        type: entities.driver.normalizeType(column),
        nullable: column.isNullable,
        primary: column.isPrimary,
        array: column.isArray,
      },
    ]),
  );
}

async function storedTables(): Promise<Tables> {
  const rows = await db.query<Column & { table_name: string; column_name: string }>(`
    SELECT relation.relname AS table_name, attribute.attname AS column_name,
      format_type(coalesce(nullif(element.typelem, 0), attribute.atttypid), NULL) AS type,
      NOT attribute.attnotnull AS nullable,
      coalesce(attribute.attnum = ANY (key.conkey), false) AS primary,
      element.typelem IS NOT NULL AND element.typcategory = 'A' AS array
    FROM pg_attribute AS attribute
    JOIN pg_class AS relation ON relation.oid = attribute.attrelid AND relation.relkind = 'r'
    JOIN pg_namespace AS space ON space.oid = relation.relnamespace AND space.nspname = 'core'
    LEFT JOIN pg_type AS element ON element.oid = attribute.atttypid AND element.typcategory = 'A'
    LEFT JOIN pg_constraint AS key ON key.conrelid = relation.oid AND key.contype = 'p'
    WHERE attribute.attnum > 0 AND NOT attribute.attisdropped
      -- The database alone writes it.
      AND (relation.relname, attribute.attname) <> ('task', 'changed_in')`);
  const tables: Tables = {};
  for (const { table_name, column_name, ...column } of rows) {
    (tables[table_name] ??= {})[column_name] = column;
  }
  return tables;
}
