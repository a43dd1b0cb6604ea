import { oldDatabase } from '@portal/testing/old-database';
import { emptyDatabase, type TestDatabase } from '@portal/testing/postgres';
import { connectTo, type QueryClient } from '@portal/testing/query-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { verifyAggregates } from '../aggregates/verify.js';
import { Db } from '../db.js';
import { migrate } from '../migrate.js';
import { installReporting } from '../reporting/install.js';
import { scramVerifier } from '../reporting/scram.js';
import { objectsOf } from '../database-code.js';
import { catalogOf } from '../schema/spec-support/catalog.js';

const ZONE = 'America/Los_Angeles';

describe('migrations', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await emptyDatabase();
  });
  afterEach(() => database.drop());

  it('DATA-8 make the same schema from nothing and from a database of version 0.2.0', async () => {
    const old = await oldDatabase();
    try {
      await Promise.all([database.url, old.url].map(migrateWithRoles));
      const wanted = await catalogOf(database.url);
      expect(wanted.length).toBeGreaterThan(500);
      // Only the role that somebody created there is not of the schema.
      const made = await catalogOf(old.url);
      expect(made.filter((object) => !object.startsWith('role accountant '))).toEqual(wanted);
    } finally {
      await old.drop();
    }
  });

  it('DATA-9 keep every row of a database that version 0.2.0 filled', async () => {
    const old = await oldDatabase();
    const db = await connectTo(old.url);
    try {
      const before = await rowsOf(db);
      expect([...before.keys()]).toEqual(expect.arrayContaining(FILLED));
      await migrate(old.url, { reportingTimeZone: ZONE });
      for (const [table, { columns, rows }] of before) {
        const after = await rowsIn(db, table, columns);
        const kept = new Set(after);
        const gone = rows.filter((row) => !kept.has(row) && !isRaised(row, after));
        expect(gone, table).toEqual([]);
      }
      expect(await verifyAggregates(db)).toEqual([]);
    } finally {
      await db.close();
      await old.drop();
    }
  });

  it('IMP-15 count the errors and warnings of imports of version 0.1.0 by field', async () => {
    const old = await oldDatabase();
    const db = await connectTo(old.url);
    const counts = () =>
      db.query(`SELECT id, issue_fields FROM core.task_import WHERE error_count > 0 ORDER BY id`);
    try {
      const counted = await counts();
      expect(counted.length).toBeGreaterThan(0);
      await db.query(`UPDATE core.task_import SET issue_fields = NULL`);
      await migrate(old.url, { reportingTimeZone: ZONE });
      expect(await counts()).toEqual(counted);
    } finally {
      await db.close();
      await old.drop();
    }
  });

  it('ROUND-8 count the rounds of a task that changes after those of all were filled', async () => {
    const old = await oldDatabase();
    const db = await connectTo(old.url);
    try {
      const changes: Promise<unknown>[] = [];
      await migrate(old.url, {
        reportingTimeZone: ZONE,
        say: (line) => {
          // Later ones, outside of the transaction with today's functions.
          if (!/WaitingTasks|FillWhatRoundsAwait/.test(line)) return;
          changes.push(
            db.query(`UPDATE core.task SET status = 'rework' WHERE turing_task_id = (
            SELECT turing_task_id FROM core.task WHERE status <> 'rework' LIMIT 1)`),
          );
        },
      });
      await Promise.all(changes);
      expect(changes).toHaveLength(2);
      expect(await verifyAggregates(db)).toEqual([]);
    } finally {
      await db.close();
      await old.drop();
    }
  });

  it('DATA-5 replace the functions, views and triggers that are missing or have another text, and no others', async () => {
    await migrate(database.url, { reportingTimeZone: ZONE });
    const db = await connectTo(database.url);
    const made = () =>
      db.query<{ name: string; made: string }>(`
        SELECT 'FUNCTION ' || oid::regprocedure AS name, xmin::text AS made FROM pg_proc
        WHERE pronamespace::regnamespace::text IN ('core', 'agg', 'reporting')
        UNION ALL SELECT 'TRIGGER ' || tgname || ' ON ' || tgrelid::regclass, xmin::text FROM pg_trigger
        WHERE NOT tgisinternal
        UNION ALL SELECT 'VIEW ' || oid::regclass, xmin::text FROM pg_class
        WHERE relkind = 'v' AND relnamespace::regnamespace::text IN ('core', 'reporting')
        ORDER BY 1`);
    try {
      const catalog = await catalogOf(database.url);
      const before = await made();
      await migrate(database.url, { reportingTimeZone: ZONE });
      expect(await made()).toEqual(before);

      await db.query(`
        DROP TRIGGER announce_records ON core.pod;
        DROP TRIGGER flush ON agg.touched;
        DROP VIEW reporting.pods;
        CREATE FUNCTION core.old(a int) RETURNS int LANGUAGE sql RETURN 1;
        CREATE FUNCTION core.older() RETURNS int LANGUAGE sql BEGIN ATOMIC SELECT core.old(1); END;
        CREATE FUNCTION core.oldest() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
        CREATE TRIGGER old AFTER INSERT ON core.pod EXECUTE FUNCTION core.oldest();
        CREATE OR REPLACE FUNCTION core.is_done(status text) RETURNS boolean
        LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN false;
        INSERT INTO core.code (name, text_hash) VALUES ('FUNCTION core.old(int)', ''),
          ('FUNCTION core.older()', ''), ('FUNCTION core.oldest()', ''), ('TRIGGER old ON core.pod', '');
        UPDATE core.code SET text_hash = '' WHERE name = 'FUNCTION core.is_done(text)'`);
      const said: string[] = [];
      await migrate(database.url, { reportingTimeZone: ZONE, say: (line) => said.push(line) });
      expect(said).toEqual(['8 functions, views and triggers changed']);
      expect(await catalogOf(database.url)).toEqual(catalog);
      const changed = (await made()).filter(
        ({ name, made: now }) => !before.some((old) => old.name === name && old.made === now),
      );
      expect(changed.map(({ name }) => name)).toEqual([
        'FUNCTION core.is_done(text)',
        'TRIGGER announce_records ON core.pod',
        'TRIGGER flush ON agg.touched',
        'VIEW reporting.pods',
      ]);
    } finally {
      await db.close();
    }
  });

  it('DATA-12 refuse tables and rows among the functions', () => {
    const made = objectsOf(
      '-- Of a pod.\nCREATE VIEW core.a AS\nSELECT 1;\nCOMMENT ON VIEW core.a IS $$b$$;',
    );
    expect(made).toMatchObject([{ name: 'VIEW core.a', kind: 'VIEW' }]);
    expect(() => objectsOf('CREATE TABLE core.a (id int)')).toThrow(/belong to a migration/);
  });
});

const revisionRow = z.strictObject({ project_id: z.number(), revision: z.number() });

/**
 * Whether a row is the revision of a project, and it rose: that of all projects does when another version is stored,
 * the others when the history begins anew, as the cluster of the test has had fewer transactions than that of the file.
 */
function isRaised(row: string, after: readonly string[]): boolean {
  const { success, data: before } = revisionRow.safeParse(JSON.parse(row));
  return (
    success &&
    after.some((one) => {
      const now = revisionRow.parse(JSON.parse(one));
      return now.project_id === before.project_id && now.revision > before.revision;
    })
  );
}

/** Tables that version 0.2.0 filled, so that the test cannot pass without rows. */
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

/** The history of tasks, which begins anew in another cluster. */
const HISTORY = [
  ...['task_transaction', 'task_removal', 'task_before', 'task_reviews_before', 'task_created'],
  'batch_before',
];

/** The rows of each table that has any, as text, by its name. */
async function rowsOf(db: QueryClient): Promise<Map<string, { columns: string; rows: string[] }>> {
  const tables = await db.query<{ name: string; columns: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name,
       string_agg(quote_ident(column_name), ', ' ORDER BY ordinal_position) AS columns
     FROM information_schema.columns
     JOIN information_schema.tables USING (table_schema, table_name)
     WHERE table_schema IN ('core', 'agg', 'reporting', 'sign_in', 'public')
       AND table_type = 'BASE TABLE' AND table_name <> ALL ($1) AND column_name <> ALL ($2)
     GROUP BY 1`,
    [HISTORY, ['changed_in', 'history_xid', 'undo_until', 'progress_revision']],
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

/** As a server does at its start. */
async function migrateWithRoles(url: string): Promise<void> {
  await migrate(url, { reportingTimeZone: ZONE });
  const db = Db.open({ url, applicationName: 'spec' });
  await db.transaction((tx) => installReporting(tx, () => scramVerifier('x', Buffer.from('y'))));
  await db.end();
}
