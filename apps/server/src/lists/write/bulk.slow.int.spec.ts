import { listBulkResultSchema, MAX_BULK_ITEMS } from '@portal/contracts/list-bulk';
import { listedItemSchema } from '@portal/contracts/lists';
import { verifyAggregates } from '@portal/persistence/aggregates/verify';
import { type Db, Transaction } from '@portal/persistence/db';
import { sql } from '@portal/persistence/sql';
import { connectTo } from '@portal/testing/query-client';
import { buildWorld, type TestUser } from '@portal/testing/world';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ListClient } from '../../testing/list-client.js';
import { problemIn } from '../../testing/requests.js';
import { startTestServer, type TestServer } from '../../testing/test-server.js';

let server: TestServer;
let db: Db;
let alpha: number;
let beta: number;
let admin: TestUser;
let editor: TestUser;
let tasks: ListClient;
let pods: ListClient;
let users: ListClient;

beforeAll(async () => {
  server = await startTestServer();
  db = server.db;
  const world = await buildWorld(db, {
    projects: { Alpha: { batches: { 1: 'One' } }, Beta: { batches: { 1: 'One' } } },
    users: {
      root: { email: 'root@example.org', roles: { 'All Projects': 'admin' } },
      editor: { roles: { Alpha: 'project_admin', Beta: 'project_member' } },
    },
  });
  ({ Alpha: alpha, Beta: beta } = world.projects);
  ({ root: admin, editor } = world.users);
  tasks = new ListClient(server, 'tasks/tasks-crud', editor);
  pods = new ListClient(server, 'pods', admin);
  users = new ListClient(server, 'auth/users', admin);
});
beforeEach(async () => {
  await db.query('DELETE FROM core.task');
  await db.query('DELETE FROM core.pod');
  await addTasks(1, 20, alpha);
});
afterAll(() => server.stop());

const addTasks = (first: number, last: number, project: number) =>
  db.query(
    sql`
    INSERT INTO core.task (turing_task_id, project_id, turing_batch_id, status, completed_at)
    SELECT id, $3, 1, CASE WHEN id % 2 = 0 THEN 'pending' ELSE 'completed' END,
      CASE WHEN id % 2 = 1 THEN '2026-01-05T12:00:00Z'::timestamptz END
    FROM generate_series($1::int, $2::int) AS id`,
    [first, last, project],
  );
const send = (client: ListClient, body: object) => client.call('POST', { path: 'bulk', body });
const resultIn = async (answer: Response) => {
  const body: unknown = await answer.json();
  expect(body).toHaveProperty('count');
  expect(answer.status).toBe(200);
  return listBulkResultSchema(listedItemSchema).parse(body);
};
const refusalOf = async (answer: Response) => {
  const { errors = [], detail, code } = await problemIn(answer);
  return { status: answer.status, code, detail, errors };
};
const statuses = async () => {
  const rows = await db.query<{ status: string; tasks: number }>(
    'SELECT status, count(*) AS tasks FROM core.task GROUP BY status ORDER BY status',
  );
  return Object.fromEntries(rows.map(({ status, tasks: count }) => [status, count]));
};
const groups = async () => {
  const [row] = await db.query<{ groups: number; records: number }>(
    'SELECT count(DISTINCT group_id) AS groups, count(*) AS records FROM core.audit',
  );
  return row;
};

describe('bulk requests', () => {
  it('CRUD-80 change the items with the given ids in one group of the audit', async () => {
    await db.query('DELETE FROM core.audit');
    const answer = await send(tasks, { ids: [2, 4, 5], change: { status: 'completed' } });
    const result = await resultIn(answer);
    expect(result).toMatchObject({ dry_run: false, count: 3, changed: 2, refused: 0 });
    expect(await statuses()).toEqual({ completed: 12, pending: 8 });
    expect(await groups()).toEqual({ groups: 1, records: 2 });
    const audit = new ListClient(server, 'audit', admin);
    const { items } = await audit.list({ filters: { group_id: result.group_id } });
    expect(new Set(items.map(({ entity_id }) => entity_id))).toEqual(new Set(['2', '4']));
    // Like a single change: a done task without a time of completion is completed now.
    const { items: done } = await tasks.list({ filters: { turing_task_id: { in: [2, 4] } } });
    expect(done.every(({ completed_at }) => completed_at !== null)).toBe(true);
    expect(await verifyAggregates(db)).toEqual([]);
  });

  it('CRUD-80 delete all items that match filters and search', async () => {
    for (const name of ['Lyra 1', 'Lyra 2', 'Orion'])
      await pods.created({ name, project_id: alpha });
    const body = { filters: { project_id__eq: alpha }, search: 'lyra', delete: true };
    const { changed } = await resultIn(await send(pods, { ...body, expected_count: 2 }));
    expect(changed).toBe(2);
    expect((await pods.list()).items.map(({ name }) => name)).toEqual(['Orion']);

    const pending = { filters: { project_id: alpha, status: 'pending' }, delete: true };
    await resultIn(await send(tasks, { ...pending, expected_count: 10 }));
    expect(await statuses()).toEqual({ completed: 10 });
    expect(await verifyAggregates(db)).toEqual([]);
  });

  it('CRUD-80 name each wrong field of the body', async () => {
    const change = { status: 'rework' };
    for (const [body, ...pointers] of [
      [{ change }, '/ids'],
      [{ ids: [1], filters: {}, change, expected_count: 1 }, '/ids'],
      [{ ids: [1, 1], change }, '/ids'],
      [{ ids: ['1'], change }, '/ids/0'],
      [{ ids: [], change }, '/ids'],
      [{ ids: [1] }, '/change'],
      [{ ids: [1], change: {} }, '/change'],
      [{ ids: [1], change, delete: true }, '/delete'],
      [{ ids: [1], delete: false }, '/delete'],
      [{ filters: {}, change }, '/expected_count'],
      [{ ids: [1], change: { status: 7, colour: 'red' } }, '/change/colour', '/change/status'],
      [{ ids: [1], change: { turing_task_id: 1 } }, '/change/turing_task_id'],
      [{ ids: [1], change: { project_id: beta } }, '/change/project_id'],
      [{ filters: { colour: 'red' }, change, dry_run: true }, '/filters/colour'],
      [{ filters: { status: { like: 'x' } }, change, dry_run: true }, '/filters/status/like'],
    ] as const) {
      const { status, errors } = await refusalOf(await send(tasks, body));
      expect({ status, pointers: errors.map(({ pointer }) => pointer).sort() }).toEqual({
        status: 400,
        pointers,
      });
    }
    expect(await statuses()).toEqual({ completed: 10, pending: 10 });
  });

  it('CRUD-81 change nothing and name each item that the caller may not change', async () => {
    await addTasks(101, 102, beta);
    const { status, errors } = await refusalOf(
      await send(tasks, { ids: [1, 101, 102, 999], change: { status: 'rework' } }),
    );
    expect(status).toBe(404);
    expect(errors.map(({ item, detail }) => [item, detail])).toEqual([
      ['999', 'There is no such task'],
      ['101', 'You do not have the permission for this'],
      ['102', 'You do not have the permission for this'],
    ]);
    expect(await statuses()).toEqual({ completed: 11, pending: 11 });
    await resultIn(await send(tasks, { ids: [1], change: { status: 'rework' } }));
    const all = await send(tasks.as(admin), { ids: [1, 101, 102], change: { status: 'rework' } });
    expect((await resultIn(all)).changed).toBe(2);
  });

  it('CRUD-81 name each item that a rule or a constraint refuses', async () => {
    const roles = new ListClient(server, 'auth/roles', admin);
    const spare = [await roles.created({ name: 'A' }), await roles.created({ name: 'B' })];
    const { items } = await roles.list({ filters: { name: { in: ['trainer', 'project_admin'] } } });
    const ids = [...spare, ...items].map(({ id }) => Number(id));
    const refused = await refusalOf(await send(roles, { ids, delete: true }));
    expect(refused.status).toBe(409);
    // The rule of pod roles is checked before the constraint of assigned roles.
    expect(refused.errors.map(({ detail }) => detail)).toEqual([
      expect.stringContaining('Pods use this role by name'),
    ]);
    const assigned = await refusalOf(
      await send(roles, { ids: ids.filter((id) => id !== Number(items[1]?.['id'])), delete: true }),
    );
    expect(assigned.errors).toMatchObject([
      { item: String(items[0]?.['id']), detail: 'This role is still used by 1 role assignment' },
    ]);
    const free = spare.map(({ id }) => id);
    expect((await resultIn(await send(roles, { ids: free, delete: true }))).changed).toBe(2);
  });

  it('CRUD-81 keep the last admin and the caller', async () => {
    const [other] = await db.query<{ id: number }>(
      "INSERT INTO core.app_user (email) VALUES ('other@example.org') RETURNING id",
    );
    const ids = [admin.id, other?.id];
    const refused = await refusalOf(await send(users, { ids, change: { is_active: false } }));
    expect(refused).toMatchObject({
      status: 409,
      errors: [{ item: String(admin.id), detail: 'You cannot deactivate yourself' }],
    });
    const result = await send(users, { ids: [other?.id], change: { is_active: false } });
    expect((await resultIn(result)).changed).toBe(1);

    // This user manages users, but full access stays with the admin alone.
    const { users: more } = await buildWorld(db, {
      roles: { 'all but one': ['rbac-manage'] },
      users: { manager: { roles: { 'All Projects': 'all but one' } } },
    });
    const roles = new ListClient(server, 'auth/roles', more.manager);
    const { items } = await roles.list({ filters: { name: 'admin' } });
    const body = { ids: items.map(({ id }) => id), change: { permissions: [] } };
    const preview = await resultIn(await send(roles, { ...body, dry_run: true }));
    expect(preview.refused).toBe(1);
    expect(preview.refusals[0]?.detail).toContain('full-access in all projects');
    expect((await send(roles, body)).status).toBe(403);
  });

  it('CRUD-82 try the change in a dry run and change nothing', async () => {
    await addTasks(101, 101, beta);
    await db.query('DELETE FROM core.audit');
    const preview = await resultIn(
      await send(tasks, { ids: [2, 4, 5, 101], change: { status: 'rework' }, dry_run: true }),
    );
    expect(preview).toMatchObject({
      dry_run: true,
      count: 4,
      changed: 3,
      group_id: null,
      refused: 1,
      refusals: [{ item: '101', detail: 'You do not have the permission for this' }],
    });
    expect(
      preview.sample.map(({ before, after }) => [before['status'], after?.['status']]),
    ).toEqual([
      ['pending', 'rework'],
      ['pending', 'rework'],
      ['completed', 'rework'],
    ]);
    const all = { filters: { project_id: alpha }, delete: true, dry_run: true };
    const deletion = await resultIn(await send(tasks, all));
    expect(deletion).toMatchObject({ count: 20, changed: 20, refused: 0 });
    const filters = {
      project_id: alpha,
      target_model__is_null: true,
      number_of_turns__lt: 100_001,
    };
    expect(await resultIn(await send(tasks, { ...all, filters }))).toMatchObject({ count: 20 });
    expect(deletion.sample).toHaveLength(10);
    expect(deletion.sample.every(({ after }) => after === null)).toBe(true);
    expect(await statuses()).toEqual({ completed: 11, pending: 10 });
    expect(await groups()).toEqual({ groups: 0, records: 0 });
  });

  it('CRUD-82 count the rows of other tables that a deletion also deletes', async () => {
    const { id } = await pods.created({ name: 'Lyra', project_id: alpha });
    const { id: other } = await pods.created({ name: 'Orion', project_id: alpha });
    const members = new ListClient(server, 'pod-members', admin);
    for (const user_email of [editor.email, admin.email])
      await members.created({ pod_name: 'Lyra', user_email });
    const targets = new ListClient(server, 'pod-weekly-targets', admin);
    const daily = { daily_tasks_target: 5, daily_turns_target: 50 };
    await targets.created({ pod_name: 'Lyra', week_start_date: '2026-01-05', ...daily });
    const preview = async (ids: unknown[]) =>
      (await resultIn(await send(pods, { ids, delete: true, dry_run: true }))).also_deleted;
    const deleted = [
      { label: 'pod members', count: 2 },
      { label: 'weekly target', count: 1 },
    ];
    expect(await preview([id, other])).toEqual(deleted);
    expect(await preview([other])).toEqual([]);
    expect((await members.list()).total).toBe(2);
    const change = { ids: [id], change: { description: 'Six strings' } };
    expect((await resultIn(await send(pods, change))).also_deleted).toEqual([]);
    expect((await resultIn(await send(pods, { ids: [id], delete: true }))).also_deleted).toEqual(
      deleted,
    );
  });

  it('CRUD-80 leave out excluded items that match', async () => {
    const pending = { filters: { project_id: alpha, status: 'pending' }, exclude: [4, 5, 6] };
    const change = { status: 'rework' };
    const preview = await resultIn(await send(tasks, { ...pending, change, dry_run: true }));
    expect(preview).toMatchObject({ count: 8, changed: 8 });
    const refused = await refusalOf(await send(tasks, { ...pending, change, expected_count: 10 }));
    expect(refused.status).toBe(409);
    await resultIn(await send(tasks, { ...pending, change, expected_count: 8 }));
    expect(await statuses()).toEqual({ completed: 10, pending: 2, rework: 8 });
    const { errors } = await refusalOf(await send(tasks, { ids: [1], exclude: [2], change }));
    expect(errors).toMatchObject([{ pointer: '/exclude' }]);
  });

  it('CRUD-83 are refused if the filters select another number of items than expected', async () => {
    const body = {
      filters: { project_id: alpha, status: 'pending' },
      change: { status: 'rework' },
    };
    const { count } = await resultIn(await send(tasks, { ...body, dry_run: true }));
    await db.query("UPDATE core.task SET status = 'pending' WHERE turing_task_id = 1");
    const refused = await refusalOf(await send(tasks, { ...body, expected_count: count }));
    expect(refused).toMatchObject({
      status: 409,
      errors: [{ pointer: '/expected_count', stored: 11, sent: 10 }],
    });
    expect(await statuses()).toEqual({ completed: 9, pending: 11 });
    await resultIn(await send(tasks, { ...body, expected_count: 11 }));
    expect(await statuses()).toEqual({ completed: 9, rework: 11 });
  });

  it('CRUD-84 change at most the limit', async () => {
    await addTasks(1_000, 999 + MAX_BULK_ITEMS - 20, alpha);
    const body = { filters: { project_id: alpha }, change: { status: 'rework' } };
    const full = await resultIn(await send(tasks, { ...body, expected_count: MAX_BULK_ITEMS }));
    expect(full).toMatchObject({ count: MAX_BULK_ITEMS, changed: MAX_BULK_ITEMS });
    expect(await statuses()).toEqual({ rework: MAX_BULK_ITEMS });
    await addTasks(50_000, 50_000, alpha);
    for (const more of [
      { ...body, expected_count: MAX_BULK_ITEMS + 1 },
      { ids: Array.from({ length: MAX_BULK_ITEMS + 1 }, (_, id) => id), delete: true },
    ]) {
      const { status, code, detail } = await refusalOf(await send(tasks, more));
      expect([status, code]).toEqual([422, 'too-many-items']);
      expect(detail).toContain('10,000');
    }
    expect(await verifyAggregates(db)).toEqual([]);
  });

  it('CRUD-85 change nothing if their client disconnects', async () => {
    const held = await connectTo(server.config.databaseUrl);
    await held.query('BEGIN');
    await held.query('SELECT FROM core.task WHERE turing_task_id = 4 FOR UPDATE');
    const gone = new AbortController();
    const asked = fetch(`${server.baseUrl}/api/v1/tasks/tasks-crud/bulk`, {
      method: 'POST',
      signal: gone.signal,
      headers: { authorization: `Bearer ${editor.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ids: [2, 4, 6], change: { status: 'rework' } }),
    });
    asked.catch(() => undefined);
    await waiters(1);
    gone.abort();
    await expect(asked).rejects.toThrow();
    await held.close();
    await waiters(0);
    // The transaction of the request has ended once its locks are free.
    await db.query('SELECT count(*) FROM (SELECT FROM core.task FOR UPDATE) AS locked');
    expect(await statuses()).toEqual({ completed: 10, pending: 10 });
  });

  it('CRUD-86 run one after the other, in any order of the ids', async () => {
    const ids = Array.from({ length: 20 }, (_, index) => index + 1);
    const answers = await Promise.all(
      ['rework', 'delivered', 'pending', 'reviewed'].map((status, index) =>
        send(tasks, { ids: index % 2 ? [...ids].reverse() : ids, change: { status } }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(Object.values(await statuses())).toEqual([20]);
    expect(await verifyAggregates(db)).toEqual([]);
  });

  it('CRUD-87 in any number are answered, also if the database is asked why it refuses them', async () => {
    // Twice as many as the server has connections for changes.
    const roles = await db.query<{ id: number }>(
      "INSERT INTO core.role (name) SELECT 'role ' || n FROM generate_series(1, 20) AS n RETURNING id",
    );
    const ids = roles.map(({ id }) => id);
    await db.query(
      sql`
      WITH added AS (
        INSERT INTO core.app_user (email) SELECT n || '@example.net' FROM unnest($1::int[]) AS n
        RETURNING id, split_part(email, '@', 1)::int AS role_id)
      INSERT INTO core.user_role (user_id, project_id, role_id)
      SELECT id, $2, role_id FROM added`,
      [ids, alpha],
    );
    const client = new ListClient(server, 'auth/roles', admin);
    const answers = await Promise.all(
      ids.map((id) => send(client, { ids: [id], delete: true }).then(refusalOf)),
    );
    expect(answers).toHaveLength(20);
    for (const { status, errors } of answers) {
      expect(status).toBe(409);
      expect(errors[0]?.detail).toContain('is still used by 1');
    }
  });
});

describe('refused items', () => {
  /** Counts the savepoints while `work` runs. */
  async function savepoints<T>(work: () => Promise<T>) {
    const spy = vi.spyOn(Transaction.prototype, 'savepoint');
    try {
      const result = await work();
      const { calls, settledResults } = spy.mock;
      const rolledBack = calls.filter(
        ([, end], at) => end === 'roll back' || settledResults[at]?.type === 'rejected',
      );
      return { result, made: calls.length, rolledBack: rolledBack.length };
    } finally {
      spy.mockRestore();
    }
  }
  const move = (ids: readonly number[], dry_run: boolean) =>
    send(editorOfBoth(), { ids, change: { turing_batch_id: 7 }, dry_run });
  const editorOfBoth = () => new ListClient(server, 'tasks/tasks-crud', admin);
  const all = Array.from({ length: 1_000 }, (_, index) => index + 1);

  beforeEach(async () => {
    await db.query("INSERT INTO core.batch VALUES ($1, 7, 'Seven') ON CONFLICT DO NOTHING", [
      alpha,
    ]);
    await addTasks(21, 1_000, alpha);
  });

  it('CRUD-88 are found by halves, in few savepoints of which one stays', async () => {
    const foreign = [400, 401, 999];
    await db.query('UPDATE core.task SET project_id = $1 WHERE turing_task_id = ANY ($2)', [
      beta,
      foreign,
    ]);
    const { result, made, rolledBack } = await savepoints(() => move(all, true));
    const preview = await resultIn(result);
    expect(preview).toMatchObject({ count: 1_000, changed: 997, refused: 3 });
    expect(preview.refused_is_minimum).toBe(false);
    expect(preview.refusals.map(({ item }) => Number(item))).toEqual(foreign);
    expect(preview.sample).toHaveLength(10);
    expect(made).toBeLessThan(2 * foreign.length * Math.ceil(Math.log2(all.length)));
    // One that writes the others, and one that checks the last admin.
    expect(made - rolledBack).toBe(2);
    const refused = await refusalOf(await move(all, false));
    expect(refused.detail).toContain('3 of 1000 tasks cannot be changed, so nothing was changed');
    const rest = all.filter((id) => !foreign.includes(id));
    const written = await savepoints(() => move(rest, false));
    expect(await resultIn(written.result)).toMatchObject({ changed: 997 });
    expect(written.made).toBe(1);
  });

  it('CRUD-88 are searched up to the first hundred, and the response says so', async () => {
    await db.query('UPDATE core.task SET project_id = $1 WHERE turing_task_id > 500', [beta]);
    const { result, made, rolledBack } = await savepoints(() => move(all, true));
    const preview = await resultIn(result);
    expect(preview).toMatchObject({ refused: 100, refused_is_minimum: true, sample: [] });
    expect(preview.refusals).toHaveLength(100);
    // Two for each, and the way to the first.
    expect(made).toBeLessThan(220);
    expect(made - rolledBack).toBe(1);
    const refused = await refusalOf(await move(all, false));
    expect(refused.detail).toMatch(/^At least 100 of 1000 tasks cannot be changed/);
    expect(refused.errors).toHaveLength(100);
    expect(await db.query('SELECT FROM core.task WHERE turing_batch_id = 7 LIMIT 1')).toEqual([]);
  });

  it('CRUD-88 are all but one, if only one item can have the value', async () => {
    await db.query(
      "INSERT INTO core.pod (name, project_id) SELECT 'P' || n, $1 FROM generate_series(1, 7) AS n",
      [alpha],
    );
    const ids = (await db.query<{ id: number }>('SELECT id FROM core.pod ORDER BY id')).map(
      ({ id }) => id,
    );
    const preview = await resultIn(
      await send(pods, { ids, change: { name: 'Same' }, dry_run: true }),
    );
    expect(preview).toMatchObject({ count: 7, changed: 1, refused: 6 });
    expect(preview.refusals[0]?.detail).toContain('is taken by another pod');
  });
});

/** Waits until this number of sessions waits for a lock. */
async function waiters(expected: number): Promise<void> {
  await expect
    .poll(async () => {
      const [row] = await db.query<{ count: number }>(
        `SELECT count(*) AS count FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return row?.count;
    })
    .toBe(expected);
}
