import { oldDatabase } from '@portal/testing/old-database';
import { emptyDatabase, type TestDatabase } from '@portal/testing/postgres';
import { connectTo, type QueryClient } from '@portal/testing/query-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifyAggregates } from '../aggregates/verify.js';
import { createMigrator } from '../data-source.js';
import { Db } from '../db.js';
import { migrate } from '../migrate.js';
import { installReporting } from '../reporting/install.js';
import { scramVerifier } from '../reporting/scram.js';
import { catalogOf } from '../schema/spec-support/catalog.js';
import { SUBJECTS } from '../schema/subjects.js';
import { Baseline1800000000003 } from './0001-baseline.js';

const ZONE = 'America/Los_Angeles';
const SETTINGS = { 'portal.reporting_time_zone': ZONE };

describe('migrations', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await emptyDatabase();
  });
  afterEach(() => database.drop());

  it('DATA-8 make the schema that `schema/` describes', async () => {
    const described = await emptyDatabase();
    try {
      await runOnce(described.url, async (run) => {
        for (const subject of SUBJECTS) await run(subject);
      });
      await migrate(database.url, { reportingTimeZone: ZONE });
      const wanted = await catalogOf(described.url);
      expect(wanted.length).toBeGreaterThan(500);
      expect(await catalogOf(database.url)).toEqual(wanted);
    } finally {
      await described.drop();
    }
  });

  it('DATA-12 begin with the schema of a database that version 0.1.0 made', async () => {
    await migrateToBaseline(database.url);
    const db = Db.open({ url: database.url, applicationName: 'spec' });
    await db.transaction((tx) => installReporting(tx, () => scramVerifier('x', Buffer.from('y'))));
    await db.end();
    const old = await oldDatabase();
    try {
      // Only the role that somebody created there is not of the schema.
      const made = await catalogOf(old.url);
      expect(made.filter((object) => !object.startsWith('role accountant '))).toEqual(
        await catalogOf(database.url),
      );
    } finally {
      await old.drop();
    }
  });

  it('DATA-9 keep every row of a database that version 0.1.0 filled', async () => {
    const old = await oldDatabase();
    const db = await connectTo(old.url);
    try {
      const before = await rowsOf(db);
      expect([...before.keys()]).toEqual(expect.arrayContaining(FILLED));
      await migrate(old.url, { reportingTimeZone: ZONE });
      // The version that migrated is stored, which raises the revision of all projects together.
      await db.query(
        `UPDATE agg.project_revision SET revision = revision - 1 WHERE project_id = 0`,
      );
      for (const [table, { columns, rows }] of before) {
        const after = new Set(await rowsIn(db, table, columns));
        expect(
          rows.filter((row) => !after.has(row)),
          table,
        ).toEqual([]);
      }
      expect(await verifyAggregates(db)).toEqual([]);
    } finally {
      await db.close();
      await old.drop();
    }
  });
});

/** Tables that version 0.1.0 filled, so that the test cannot pass without rows. */
const FILLED = [
  ...['agg.activity', 'agg.batch_day', 'agg.desk_day', 'agg.duration_day', 'agg.project_revision'],
  ...['agg.task_cell', 'agg.user_day', 'agg.user_review', 'agg.user_slot', 'agg.user_total'],
  ...[
    'core.api_token',
    'core.app_user',
    'core.audit',
    'core.batch',
    'core.custom_stat',
    'core.meta',
  ],
  ...['core.permission', 'core.pod', 'core.pod_member', 'core.pod_weekly_target', 'core.project'],
  ...['core.refresh_token', 'core.role', 'core.role_permission', 'core.task', 'core.task_import'],
  ...['core.task_import_error', 'core.task_review', 'core.task_user', 'core.user_role'],
  ...['public.portal_migration', 'reporting.hardening', 'reporting.sandbox_role', 'sign_in.calls'],
];

/** The rows of each table that has any, as text, by its name. */
async function rowsOf(db: QueryClient): Promise<Map<string, { columns: string; rows: string[] }>> {
  const tables = await db.query<{ name: string; columns: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name,
       string_agg(quote_ident(column_name), ', ' ORDER BY ordinal_position) AS columns
     FROM information_schema.columns
     JOIN information_schema.tables USING (table_schema, table_name)
     WHERE table_schema IN ('core', 'agg', 'reporting', 'sign_in', 'public')
       AND table_type = 'BASE TABLE'
     GROUP BY 1`,
  );
  const all = new Map<string, { columns: string; rows: string[] }>();
  for (const { name, columns } of tables) {
    const rows = await rowsIn(db, name, columns);
    if (rows.length > 0) all.set(name, { columns, rows });
  }
  return all;
}

async function rowsIn(db: QueryClient, table: string, columns: string): Promise<string[]> {
  const rows = await db.query<{ row: string }>(
    `SELECT to_jsonb(found)::text AS row FROM (SELECT ${columns} FROM ${table}) AS found`,
  );
  return rows.map(({ row }) => row);
}

async function migrateToBaseline(url: string): Promise<void> {
  const source = createMigrator(url, SETTINGS);
  source.setOptions({ migrations: [Baseline1800000000003] });
  await source.initialize();
  await source.runMigrations();
  await source.destroy();
}

async function runOnce(
  url: string,
  work: (run: (text: string) => Promise<unknown>) => Promise<void>,
): Promise<void> {
  const db = Db.open({ url, applicationName: 'spec', settings: SETTINGS });
  await work((text) => db.query(text));
  await db.end();
}
