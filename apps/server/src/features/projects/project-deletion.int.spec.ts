import { verifyAggregates } from '@portal/persistence/aggregates/verify';
import type { Db } from '@portal/persistence/db';
import { PROJECT_MERGE_LOCK } from '@portal/persistence/locks';
import { sql } from '@portal/persistence/sql';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { assignRole, createUser, createProject, type TestUser } from '../../testing/user.js';
import { get, problemIn, send } from '../../testing/requests.js';
import { sharedServer } from '../../testing/shared-server.js';
import type { TestServer } from '../../testing/test-server.js';

let server: TestServer;
let db: Db;
let alpha: number;
let beta: number;
let admin: TestUser;
let member: TestUser;

beforeAll(async () => {
  server = await sharedServer();
  db = server.db;
  admin = await createUser(db, 'root@example.com');
  member = await createUser(db, 'member@example.com');
  await assignRole(db, admin, 0, 'admin');
});
beforeEach(async () => {
  await db.query('DELETE FROM core.task');
  await db.query('DELETE FROM core.batch');
  await db.query('DELETE FROM core.pod');
  await db.query('DELETE FROM core.project WHERE id > 0');
  alpha = await createProject(db, 'Alpha');
  beta = await createProject(db, 'Beta');
  await assignRole(db, member, alpha, 'project_member');
});
afterAll(() => server.stop());

const remove = (project: number, query = '') =>
  send('DELETE', `${server.baseUrl}/api/v1/projects/${project}${query}`, admin.token);

/** Batches, tasks of every kind with reviews, a pod with its users, a statistic. */
async function fill(project: number): Promise<void> {
  await db.query(
    sql`INSERT INTO core.batch (project_id, turing_batch_id, name)
      SELECT $1, id, 'Batch' FROM generate_series(1, 2) AS id`,
    [project],
  );
  await db.query(
    sql`
    INSERT INTO core.task (turing_task_id, project_id, turing_batch_id, user_email, status,
      number_of_turns, duration_minutes, completed_at, updated_at, created_at)
    SELECT $1 * 10000 + n, $1, 1 + n % 2, 'member@example.com',
      (ARRAY['completed', 'rework', 'in_progress', 'reviewed', 'pending'])[1 + n % 5], n, n,
      CASE WHEN n % 5 IN (0, 3) THEN '2026-01-05T12:00:00Z'::timestamptz + n * interval '1 hour' END,
      '2026-01-07T12:00:00Z', '2026-01-01T12:00:00Z'
    FROM generate_series(1, 30) AS n`,
    [project],
  );
  await db.query(
    sql`
    INSERT INTO core.task_review
      (turing_task_id, turing_review_id, reviewer_email, status, submitted_at)
    SELECT turing_task_id, n, 'root@example.com', 'done', '2026-01-08T12:00:00Z'
    FROM core.task, generate_series(1, 2) AS n
    WHERE project_id = $1 AND turing_task_id % 3 = 0`,
    [project],
  );
  await db.query("INSERT INTO core.pod (name, project_id) VALUES ('Pod ' || $1::int, $1)", [
    project,
  ]);
  await db.query(
    "INSERT INTO core.pod_member (pod_name, user_email) VALUES ('Pod ' || $1::int, $2)",
    [project, member.email],
  );
  await db.query(
    sql`
    INSERT INTO core.pod_weekly_target
      (pod_name, week_start_date, week_end_date, daily_tasks_target, daily_turns_target)
    VALUES ('Pod ' || $1::int, '2026-01-05', '2026-01-11', 5, 5)`,
    [project],
  );
  await db.query(
    sql`
    INSERT INTO core.custom_stat
      (project_id, name, sql_query, supported_chart_types, default_chart_type)
    VALUES ($1, 'Stat', 'SELECT 1', '{table}', 'table')`,
    [project],
  );
  await db.query(
    sql`INSERT INTO core.alert (project_id, name, number, condition, limit_value, is_active)
      VALUES ($1, 'Rework', 'rework_rate', 'above', 10, false)`,
    [project],
  );
  await db.query(
    sql`INSERT INTO core.file_format (project_id, name, settings) VALUES ($1, 'Tool', '{}')`,
    [project],
  );
  await db.query(sql`INSERT INTO core.review_reason (project_id, name) VALUES ($1, 'Wrong')`, [
    project,
  ]);
  await db.query(
    sql`INSERT INTO core.webhook (project_id, name, url, types) VALUES ($1, 'Tool', 'https://example.com', '{}')`,
    [project],
  );
}

const count = async (from: string, project: number): Promise<number> => {
  const [found] = await db.query<{ n: number }>(`SELECT count(*) AS n FROM ${from}`, [project]);
  return found?.n ?? -1;
};
const MANY = 4_000;

/** How many rows sessions have read, by scans and by indexes, by table. PostgreSQL counts shared tables for the cluster. */
const rowsRead = async (): Promise<ReadonlyMap<string, number>> => {
  const rows = await db.query<{ table: string; read: string }>(
    `SELECT relid::regclass::text AS table, seq_tup_read + coalesce(idx_tup_fetch, 0) AS read
     FROM pg_stat_all_tables WHERE schemaname IN ('core', 'agg')`,
  );
  return new Map(rows.map(({ table, read }) => [table, Number(read)]));
};

const revisionOfAll = async (): Promise<number> => {
  const [found] = await db.query<{ revision: number }>(
    'SELECT sum(revision)::bigint AS revision FROM agg.project_revision',
  );
  return found?.revision ?? 0;
};

describe('deleting a project', () => {
  it('PROJ-11 deletes an empty project with its role assignments', async () => {
    const path = `${server.baseUrl}/api/v1/projects/${alpha}`;
    expect((await send('DELETE', path, member.token)).status).toBe(403);
    expect((await send('DELETE', `${path}?force=perhaps`, admin.token)).status).toBe(400);
    expect((await remove(alpha)).status).toBe(204);
    expect((await get(path, admin.token)).status).toBe(404);
    expect((await get(path, member.token)).status).toBe(404);
    expect((await remove(alpha)).status).toBe(404);
  });

  it('PROJ-11 counts the dependent rows and keeps the project', async () => {
    await fill(alpha);
    const refused = await remove(alpha);
    expect(refused.status).toBe(409);
    const { detail, errors } = await problemIn(refused);
    expect(detail).toContain(
      'batches: 2, tasks: 30, pods: 1, custom stats: 1, alerts: 1, file formats: 1, review reasons: 1, webhooks: 1, role assignments: 1',
    );
    expect(errors).toContainEqual({ pointer: 'tasks', detail: '30' });
    expect(await count('core.task WHERE project_id = $1', alpha)).toBe(30);
    expect((await remove(alpha, '?force=false')).status).toBe(409);
  });

  it('PROJ-19 counts what would be deleted, and deletes nothing', async () => {
    const contents = (project: number) =>
      get(`${server.baseUrl}/api/v1/projects/${project}/contents`, admin.token);
    const nothing = {
      batches: 0,
      tasks: 0,
      pods: 0,
      custom_stats: 0,
      alerts: 0,
      file_formats: 0,
      review_reasons: 0,
      webhooks: 0,
    };
    expect(await (await contents(alpha)).json()).toEqual({ ...nothing, role_assignments: 1 });
    await fill(alpha);
    const counts = {
      batches: 2,
      tasks: 30,
      pods: 1,
      custom_stats: 1,
      alerts: 1,
      file_formats: 1,
      review_reasons: 1,
      webhooks: 1,
      role_assignments: 1,
    };
    expect(await (await contents(alpha)).json()).toEqual(counts);
    expect(await count('core.project WHERE id = $1', alpha)).toBe(1);
    expect((await contents(0)).status).toBe(409);
  });

  it('PROJ-28 says what a project has already, and project 0 what all have', async () => {
    const inventory = (project: number) =>
      get(`${server.baseUrl}/api/v1/projects/${project}/inventory`, admin.token);
    const empty = { tasks: 0, pods: 0, weekly_targets: 0, custom_stats: 0 };
    expect(await (await inventory(alpha)).json()).toEqual({
      ...empty,
      people: 1,
      pod_without_target: null,
    });
    await fill(alpha);
    await db.query(sql`INSERT INTO core.pod (name, project_id) VALUES ('Aa', $1)`, [alpha]);
    const full = { tasks: 30, pods: 2, weekly_targets: 1, custom_stats: 1 };
    const found = { ...full, people: 1, pod_without_target: 'Aa' };
    expect(await (await inventory(alpha)).json()).toEqual(found);
    expect(await (await inventory(0)).json()).toMatchObject({ ...full, pod_without_target: 'Aa' });
    expect(await (await inventory(beta)).json()).toMatchObject({ ...empty, people: 0 });
    expect((await inventory(987654)).status).toBe(404);
  });

  it('PROJ-19 counts the rows of every table that refers to a project', async () => {
    const referring = await db.query<{ name: string }>(
      sql`SELECT relname AS name
        FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
        WHERE contype = 'f' AND confrelid = 'core.project'::regclass AND relnamespace = 'core'::regnamespace
        ORDER BY relname`,
    );
    // Tasks refer to it by their batch, and are counted, too.
    const counted = [
      ...['alert', 'batch', 'custom_stat', 'file_format'],
      ...['pod', 'review_reason', 'user_role', 'webhook'],
    ];
    // What they say of the project and its tasks goes without a word.
    const ofItself = ['digest', 'import_conflict', 'notification', 'project_sync', 'webhook_event'];
    expect(referring.map(({ name }) => name)).toEqual([...counted, ...ofItself].sort());
  });

  it('PROJ-12 deletes all dependent rows with force, and nothing else', async () => {
    await fill(alpha);
    await fill(beta);
    const before = await revisionOfAll();
    expect((await remove(alpha, '?force=true')).status).toBe(204);

    for (const table of [
      'core.task',
      'core.batch',
      'core.pod',
      'core.custom_stat',
      'core.alert',
      'core.file_format',
      'core.review_reason',
      'core.webhook',
    ]) {
      expect(await count(`${table} WHERE project_id = $1`, alpha)).toBe(0);
      expect(await count(`${table} WHERE project_id = $1`, beta)).toBeGreaterThan(0);
    }
    for (const table of ['core.pod_member', 'core.pod_weekly_target']) {
      expect(await count(`${table} WHERE pod_name = 'Pod ' || $1::int`, alpha)).toBe(0);
      expect(await count(`${table} WHERE pod_name = 'Pod ' || $1::int`, beta)).toBe(1);
    }
    const models = await db.query<{ name: string }>(sql`
      SELECT table_name AS name FROM information_schema.columns
      WHERE table_schema = 'agg' AND column_name = 'project_id' AND table_name <> 'project_revision'`);
    for (const { name } of models) {
      expect(await count(`agg.${name} WHERE project_id = $1`, alpha)).toBe(0);
    }
    expect(await verifyAggregates(db)).toEqual([]);
    expect(await revisionOfAll()).toBe(before + 1);
  });

  it('PROJ-12 updates the dashboard of all projects', async () => {
    await fill(alpha);
    await fill(beta);
    const stats = async (): Promise<unknown> => {
      const path = `${server.baseUrl}/api/v1/projects/0/dashboard-stats`;
      return (await get(path, admin.token)).json();
    };
    expect(await stats()).toMatchObject({ dashboard_stats: { total_tasks: 60 } });
    await remove(alpha, '?force=true');
    expect(await stats()).toMatchObject({ dashboard_stats: { total_tasks: 30, total_batches: 2 } });
  });

  it.each([
    ['an import merges into it', `SELECT pg_advisory_xact_lock(${PROJECT_MERGE_LOCK}, $1)`],
    ['tasks come in', "INSERT INTO core.batch VALUES ($1, 9, 'New')"],
  ])('PROJ-13 is refused while %s', async (_what, statement) => {
    await fill(alpha);
    await db.transaction(async (other) => {
      await other.query(statement, statement.includes('$1') ? [alpha] : []);
      const refused = await remove(alpha, '?force=true');
      expect(refused.status).toBe(409);
      expect((await problemIn(refused)).detail).toContain('try again');
    });
    expect(await count('core.task WHERE project_id = $1', alpha)).toBe(30);
    expect((await remove(alpha, '?force=true')).status).toBe(204);
    expect(await verifyAggregates(db)).toEqual([]);
  });

  it('PROJ-15 reads each of very many reviewed tasks a few times', async () => {
    await db.query("INSERT INTO core.batch VALUES ($1, 1, 'Many')", [alpha]);
    await db.query(
      sql`
      INSERT INTO core.task (turing_task_id, project_id, turing_batch_id, status, completed_at)
      SELECT n, $1, 1, 'completed', '2026-01-05T12:00:00Z' FROM generate_series(1, $2::integer) AS n`,
      [alpha, MANY],
    );
    await db.query(sql`
      INSERT INTO core.task_review (turing_task_id, turing_review_id, status)
      SELECT turing_task_id, 1, 'done' FROM core.task`);
    // All records are of one task: the planner assumes that any record would do.
    await db.query(sql`
      INSERT INTO core.audit (action, entity, entity_id, group_id)
      SELECT 'update', 'task', '7', n FROM generate_series(1, 300) AS n`);
    // The planner assumes that nothing is ever pending, as it sees between transactions.
    await db.query('ANALYZE');
    const before = await rowsRead();
    expect((await remove(alpha, '?force=true')).status).toBe(204);
    // A session reports what it read a moment later.
    const since = async (least: number) =>
      [...(await rowsRead())]
        .map(([table, read]) => ({ table, read: read - (before.get(table) ?? 0) }))
        .filter(({ read }) => read > least);
    await expect.poll(() => since(MANY / 2)).not.toEqual([]);
    // Without the index each task would be compared with all others.
    expect(await since(100 * MANY)).toEqual([]);
  });
});
