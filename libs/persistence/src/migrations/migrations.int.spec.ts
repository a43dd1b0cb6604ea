import { emptyDatabase, type TestDatabase } from '@portal/testing/postgres';
import { connectTo, type QueryClient } from '@portal/testing/query-client';
import { buildWorld } from '@portal/testing/world';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifyAggregates } from '../aggregates/verify.js';
import { createMigrator } from '../data-source.js';
import { Db } from '../db.js';
import { migrate } from '../migrate.js';
import { catalogOf } from '../schema/spec-support/catalog.js';
import { SUBJECTS } from '../schema/subjects.js';
import { Baseline1800000000003 } from './0001-baseline.js';

const ZONE = 'Europe/Madrid';
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

  it('DATA-9 keep every row of a database that version 0.1.0 filled', async () => {
    await migrateToBaseline(database.url);
    const db = await connectTo(database.url);
    try {
      await fill(db);
      const before = await rowsOf(db);
      expect([...before.keys()]).toEqual(expect.arrayContaining(FILLED));
      await migrate(database.url, { reportingTimeZone: ZONE });
      for (const [table, { columns, rows }] of before) {
        const after = await rowsIn(db, table, columns);
        expect(after, table).toEqual(expect.arrayContaining(rows));
      }
      expect(await verifyAggregates(db)).toEqual([]);
    } finally {
      await db.close();
    }
  });
});

/** Tables that the test fills, so that it cannot pass without rows. */
const FILLED = [
  ...['agg.task_cell', 'agg.user_slot', 'core.api_token', 'core.audit', 'core.batch'],
  ...['core.custom_stat', 'core.pod_member', 'core.pod_weekly_target', 'core.role_permission'],
  ...['core.task', 'core.task_import', 'core.task_review', 'core.user_role'],
];

async function fill(db: QueryClient): Promise<void> {
  const { users, projects } = await buildWorld(db, {
    projects: { Alpha: { batches: { 1: 'First' } }, Beta: {} },
    users: { Ada: { roles: { 'All Projects': 'admin' } }, Ben: { roles: { Alpha: 'trainer' } } },
    pods: {
      Kestrel: {
        project: 'Alpha',
        members: { Ben: 'trainer' },
        targets: [
          {
            week_start_date: '2026-01-05',
            week_end_date: '2026-01-11',
            daily_tasks_target: 5,
            daily_turns_target: 20,
          },
        ],
      },
    },
  });
  await db.query(`SELECT set_config('portal.actor', $1, false)`, [String(users.Ada.id)]);
  await db.query(
    `INSERT INTO core.task (turing_task_id, project_id, turing_batch_id, user_email, status,
       completed_at, duration_minutes, number_of_turns)
     SELECT id, $1, 1, 'ben@example.com', (ARRAY['completed', 'rework', 'delivered'])[1 + id % 3],
       timestamptz '2026-01-05T08:00:00Z' + id * interval '7 minutes', id % 50, id % 9
     FROM generate_series(1, 120) AS id`,
    [projects.Alpha],
  );
  await db.query(
    `INSERT INTO core.task_review
     SELECT id, id, 'ada@example.com', 'accepted', 4, 'Good', '2026-01-06T08:00:00Z'
     FROM generate_series(1, 100) AS id`,
  );
  await db.query(
    `INSERT INTO core.custom_stat
       (project_id, name, sql_query, supported_chart_types, default_chart_type, created_by)
     VALUES ($1, 'Tasks', 'SELECT count(*) FROM tasks', '{table}', 'table', $2)`,
    [projects.Alpha, users.Ada.id],
  );
  await db.query(
    `INSERT INTO core.task_import (id, uploaded_by, file_name, store_key, sha256, bytes_total)
     VALUES (gen_random_uuid(), $1, 'tasks.json', 'key', repeat('0', 64), 10)`,
    [users.Ada.id],
  );
}

type Row = Readonly<Record<string, unknown>>;

/** The rows of each table that has any, by its name. */
async function rowsOf(db: QueryClient): Promise<Map<string, { columns: string; rows: Row[] }>> {
  const tables = await db.query<{ name: string; columns: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name,
       string_agg(quote_ident(column_name), ', ' ORDER BY ordinal_position) AS columns
     FROM information_schema.columns
     JOIN information_schema.tables USING (table_schema, table_name)
     WHERE table_schema IN ('core', 'agg') AND table_type = 'BASE TABLE'
     GROUP BY 1`,
  );
  const all = new Map<string, { columns: string; rows: Row[] }>();
  for (const { name, columns } of tables) {
    const rows = await rowsIn(db, name, columns);
    if (rows.length > 0) all.set(name, { columns, rows });
  }
  return all;
}

async function rowsIn(db: QueryClient, table: string, columns: string): Promise<Row[]> {
  const rows = await db.query<{ row: Row }>(
    `SELECT to_jsonb(found) AS row FROM (SELECT ${columns} FROM ${table}) AS found ORDER BY 1`,
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
