import { undoneSchema } from '@portal/contracts/audit';
import { AUDIT_GROUP_HEADER, listedItemSchema } from '@portal/contracts/lists';
import { listBulkResultSchema } from '@portal/contracts/list-bulk';
import { customStatSchema } from '@portal/contracts/custom-stats';
import { verifyAggregates } from '@portal/persistence/aggregates/verify';
import type { Db } from '@portal/persistence/db';
import { sql } from '@portal/persistence/sql';
import { buildWorld, type TestUser } from '@portal/testing/world';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ListClient } from '../../testing/list-client.js';
import { assignRole, createProject, createUser } from '../../testing/user.js';
import { post, problemIn, send } from '../../testing/requests.js';
import { sharedServer } from '../../testing/shared-server.js';
import type { TestServer } from '../../testing/test-server.js';
import { newestGroup, recordedRows } from './spec-support/recorded-rows.js';

let server: TestServer;
let db: Db;
let alpha: number;
let admin: TestUser;
let manager: TestUser;
let editor: TestUser;
let member: TestUser;
let pods: ListClient;
let tasks: ListClient;
let audit: ListClient;

beforeAll(async () => {
  server = await sharedServer();
  db = server.db;
  const world = await buildWorld(db, {
    projects: { Alpha: { batches: { 1: 'One' } } },
    roles: { manager: ['project-manage', 'pod-manage'], editor: ['data-upload'] },
    users: {
      root: { email: 'root@example.org', roles: { 'All Projects': 'admin' } },
      manager: { roles: { Alpha: 'manager' } },
      editor: { roles: { Alpha: 'editor' } },
      member: { roles: { Alpha: 'project_member' } },
    },
  });
  alpha = world.projects.Alpha;
  ({ root: admin, manager, editor, member } = world.users);
  pods = new ListClient(server, 'pods', admin);
  tasks = new ListClient(server, 'tasks/tasks-crud', admin);
  audit = new ListClient(server, 'audit', admin);
});
beforeEach(async () => {
  await db.query('DELETE FROM core.task');
  await db.query('DELETE FROM core.pod');
});
afterAll(() => server.stop());

const url = (path: string) => `${server.baseUrl}/api/v1${path}`;
const undo = (group: number, user: TestUser = admin) =>
  post(url(`/audit/${group}/undo`), {}, user.token);
const undone = async (group: number, user: TestUser = admin) => {
  const answer = await undo(group, user);
  const body: unknown = await answer.json();
  expect(body).toMatchObject({ undoes: group });
  return undoneSchema.parse(body);
};
const refusalOf = async (answer: Response) => {
  const { errors = [], detail } = await problemIn(answer);
  return {
    status: answer.status,
    detail,
    rows: errors.map((error) => `${error.item}: ${error.detail}`),
  };
};
const ok = async (answer: Promise<Response>): Promise<number> => {
  const { status } = await answer;
  expect([200, 201, 204]).toContain(status);
  return newestGroup(db);
};
const addTasks = (last: number) =>
  db.query(
    sql`
    INSERT INTO core.task (turing_task_id, project_id, turing_batch_id, user_email, status,
      number_of_turns, duration_minutes, completed_at, updated_at, metadata)
    SELECT id, $1, 1, 'member@example.com', 'completed', id, 12.50,
      '2026-01-05T12:00:00.123456Z', '2026-01-06T12:00:00Z', '{"lang": "en", "n": 1.50}'
    FROM generate_series(1, $2::int) AS id`,
    [alpha, last],
  );
const addReviews = () =>
  db.query(sql`
    INSERT INTO core.task_review (turing_task_id, turing_review_id, reviewer_email, status, score,
      feedback, submitted_at)
    SELECT turing_task_id, n, 'root@example.org', 'passed', 4.50, 'Fine', '2026-01-07T12:00:00Z'
    FROM core.task, generate_series(1, 2) AS n`);

describe('an undo', () => {
  it('AUD-9 undoes the records of one transaction, which have the same group', async () => {
    const group = await ok(pods.create({ name: 'Vega', project_id: alpha }));
    const other = await ok(pods.create({ name: 'Deneb', project_id: alpha }));
    expect(other).not.toBe(group);
    const { items } = await audit.list({ filters: { group_id: group } });
    expect(items).toMatchObject([{ entity: 'pod', action: 'create', group_id: group }]);
    expect(items[0]?.['id']).toBe(group);
  });

  it('AUD-10 restores deleted tasks with their reviews, and the aggregates', async () => {
    await addTasks(30);
    await addReviews();
    const before = await recordedRows(db);
    const body = { filters: { project_id: alpha }, delete: true, expected_count: 30 };
    const group = await ok(tasks.call('POST', { path: 'bulk', body }));
    expect((await recordedRows(db))['task_review']).toEqual([]);
    expect((await undone(group)).rows).toBe(90);
    expect(await recordedRows(db)).toEqual(before);
    expect(await verifyAggregates(db)).toEqual([]);
  });

  it('AUD-10 restores a deleted pod with members and targets, and a renamed one', async () => {
    const { id } = await pods.created({ name: 'Orion', project_id: alpha });
    const members = new ListClient(server, 'pod-members', admin);
    await members.created({ pod_name: 'Orion', user_email: member.email, role: 'lead' });
    await new ListClient(server, 'pod-weekly-targets', admin).created({
      pod_name: 'Orion',
      week_start_date: '2026-01-05',
      daily_tasks_target: 1,
      daily_turns_target: 2,
    });
    const before = await recordedRows(db);
    const rename = await ok(pods.update(id, { name: 'Lyra' }));
    const renamed = await recordedRows(db);
    const deletion = await ok(pods.delete(id));
    await undone(deletion);
    expect(await recordedRows(db)).toEqual(renamed);
    await undone(rename);
    expect(await recordedRows(db)).toEqual(before);
  });

  it('AUD-10 restores a deleted project with all that was deleted with it', async () => {
    const beta = await createProject(db, 'Beta');
    await db.query(
      "INSERT INTO core.batch (project_id, turing_batch_id, name) VALUES ($1, 7, 'Seven')",
      [beta],
    );
    await db.query(
      sql`
      INSERT INTO core.task (turing_task_id, project_id, turing_batch_id, status)
      VALUES (100, $1, 7, 'pending')`,
      [beta],
    );
    await addReviews();
    await assignRole(db, member, beta, 'trainer');
    await pods.created({ name: 'Orion', project_id: beta });
    const before = await recordedRows(db);
    const deletion = await ok(send('DELETE', url(`/projects/${beta}?force=true`), admin.token));
    // Nobody else has project-manage in project 0.
    expect((await undo(deletion, manager)).status).toBe(404);
    await undone(deletion);
    expect(await recordedRows(db)).toEqual(before);
    expect(await verifyAggregates(db)).toEqual([]);
  });

  it('AUD-11 is refused with each row that has changed since', async () => {
    await addTasks(5);
    const body = { ids: [1, 2, 3], change: { status: 'rework' } };
    const group = await ok(tasks.call('POST', { path: 'bulk', body }));
    await ok(tasks.update(2, { number_of_turns: 9 }));
    await db.query('DELETE FROM core.task WHERE turing_task_id = 3');
    const before = await recordedRows(db);
    expect(await refusalOf(await undo(group))).toMatchObject({
      status: 409,
      detail:
        '2 rows of the group cannot be undone, so nothing was undone. Task 2: has changed since',
      rows: ['task/2: has changed since', 'task/3: has changed since'],
    });
    expect(await recordedRows(db)).toEqual(before);
  });

  it('AUD-11 names up to a hundred rows that the database refuses, and finds them by halves', async () => {
    await db.query(
      "INSERT INTO core.pod (name, project_id) SELECT 'P' || n, $1 FROM generate_series(1, 300) AS n",
      [alpha],
    );
    const rows = await db.query<{ id: number }>('SELECT id FROM core.pod');
    const ids = rows.map(({ id }) => id);
    const deleted = await pods.call('POST', { path: 'bulk', body: { ids, delete: true } });
    const { group_id: group } = listBulkResultSchema(listedItemSchema).parse(await deleted.json());
    const take = (from: number, to: number) =>
      db.query(
        sql`
        INSERT INTO core.pod (name, project_id) SELECT 'P' || n, $3 FROM generate_series($1::int, $2::int) AS n`,
        [from, to, alpha],
      );
    await take(7, 8);
    const few = await refusalOf(await undo(group ?? 0));
    expect(few.detail).toMatch(/^2 rows of the group cannot be undone/);
    expect(few.rows).toHaveLength(2);
    await take(100, 250);
    const many = await refusalOf(await undo(group ?? 0));
    expect(many.detail).toMatch(/^At least 100 rows of the group cannot be undone/);
    expect(many.rows).toHaveLength(100);
    await db.query('DELETE FROM core.pod');
    await undone(group ?? 0);
    expect((await db.query<unknown>('SELECT id FROM core.pod')).length).toBe(300);
  });

  it('AUD-11 is refused if a name is taken since, a row is gone, or new rows refer to it', async () => {
    const first = await pods.created({ name: 'Orion', project_id: alpha });
    const deletion = await ok(pods.delete(first['id']));
    const creation = await ok(pods.create({ name: 'Orion', project_id: alpha }));
    expect(await refusalOf(await undo(deletion))).toMatchObject({
      status: 409,
      detail:
        '1 row of the group cannot be undone, so nothing was undone. ' +
        `Pod ${String(first['id'])}: has a value that another row has taken since, such as its name`,
      rows: [expect.stringMatching(/^pod\/\d+: has a value that another row has taken/)],
    });

    const members = new ListClient(server, 'pod-members', admin);
    const joined = await members.created({ pod_name: 'Orion', user_email: member.email });
    expect((await refusalOf(await undo(creation))).rows).toEqual([
      expect.stringContaining('has 1 pod member that the group did not create'),
    ]);

    const leaving = await ok(members.delete(joined['id']));
    await undone(creation);
    expect((await refusalOf(await undo(leaving))).rows).toEqual([
      expect.stringContaining('refers to a row that was deleted since'),
    ]);
    await undone(deletion);
    expect((await pods.list()).items).toMatchObject([{ id: first['id'], name: 'Orion' }]);
    await undone(leaving);
  });

  it('AUD-12 is recorded as a group and can be undone, but not twice', async () => {
    await addTasks(2);
    const before = await recordedRows(db);
    const body = { ids: [1, 2], change: { status: 'rework' } };
    const group = await ok(tasks.call('POST', { path: 'bulk', body }));
    const changed = await recordedRows(db);
    const { group_id: first } = await undone(group);
    expect(await recordedRows(db)).toEqual(before);
    const { items } = await audit.list({ filters: { group_id: first } });
    expect(items.map(({ undoes, action }) => [undoes, action])).toEqual([
      [group, 'update'],
      [group, 'update'],
    ]);
    expect(await refusalOf(await undo(group))).toMatchObject({
      status: 409,
      detail: `These changes were undone already, by group ${first}`,
    });
    await undone(first);
    expect(await recordedRows(db)).toEqual(changed);
    await undone(group);
    expect(await recordedRows(db)).toEqual(before);
  });

  it('AUD-12 succeeds once among concurrent undos, and after or before a concurrent edit', async () => {
    await addTasks(50);
    const ids = Array.from({ length: 50 }, (_, index) => index + 1);
    const body = { ids, change: { status: 'rework' } };
    const before = await recordedRows(db);
    const group = await ok(tasks.call('POST', { path: 'bulk', body }));
    const answers = await Promise.all([undo(group), undo(group), undo(group)]);
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409, 409]);
    expect(await recordedRows(db)).toEqual(before);

    const again = await ok(tasks.call('POST', { path: 'bulk', body }));
    const [undoing, edit] = await Promise.all([
      undo(again),
      tasks.update(50, { number_of_turns: 7 }),
    ]);
    expect(edit.status).toBe(200);
    const { items } = await tasks.list({ filters: { turing_task_id: { in: [1, 50] } } });
    // Either the edit came first and refused the undo, or it changed the restored row.
    const status = undoing.status === 200 ? 'completed' : 'rework';
    expect([200, 409]).toContain(undoing.status);
    expect(items.map((item) => [item['status'], item['number_of_turns']])).toEqual([
      [status, 1],
      [status, 7],
    ]);
    expect(await verifyAggregates(db)).toEqual([]);
  });

  it('AUD-13 needs to see the group, or to have made it, and the permissions of its changes', async () => {
    await addTasks(2);
    const body = { ids: [1, 2], change: { status: 'rework' } };
    const own = await ok(tasks.as(editor).call('POST', { path: 'bulk', body }));
    // The manager reads the audit of the project, but may not change tasks.
    expect(await refusalOf(await undo(own, manager))).toMatchObject({
      status: 403,
      rows: [
        'task/1: You do not have the permission for this',
        'task/2: You do not have the permission for this',
      ],
    });
    expect((await undo(own, member)).status).toBe(404);
    await undone(own, editor);
    const other = await ok(tasks.call('POST', { path: 'bulk', body }));
    expect((await undo(other, editor)).status).toBe(404);
    expect((await undo(10 ** 9)).status).toBe(404);
    expect((await post(url('/audit/0/undo'), {}, admin.token)).status).toBe(400);
    await undone(other);
  });

  it('AUD-13 hides a group from its author after the author has left the project', async () => {
    await addTasks(1);
    const body = { ids: [1], change: { status: 'rework' } };
    const own = await ok(tasks.as(editor).call('POST', { path: 'bulk', body }));
    await ok(tasks.update(1, { status: 'pending' }));
    expect((await undo(own, editor)).status).toBe(409);
    await assignRole(db, editor, alpha, null);
    expect((await undo(own, editor)).status).toBe(404);
    await assignRole(db, editor, alpha, 'editor');
  });

  it('AUD-13 grants only permissions that the caller has', async () => {
    await pods.created({ name: 'Orion', project_id: alpha });
    const members = new ListClient(server, 'pod-members', admin);
    const lead = { pod_name: 'Orion', user_email: member.email, role: 'lead' };
    const { id } = await members.created(lead);
    const removal = await ok(members.delete(id));
    expect((await undo(removal, manager)).status).toBe(403);
    await undone(removal);

    const roles = new ListClient(server, 'auth/roles', admin);
    const role = await roles.created({ name: 'Strong', permissions: ['full-access'] });
    const weaker = await ok(roles.update(role['id'], { permissions: [] }));
    const { users } = await buildWorld(db, {
      roles: { roles: ['rbac-manage'] },
      users: { keeper: { roles: { 'All Projects': 'roles' } } },
    });
    expect((await refusalOf(await undo(weaker, users.keeper))).rows).toEqual([
      expect.stringContaining(
        'You cannot give or take permissions that you do not have: full-access in all projects',
      ),
    ]);
    await undone(weaker);
    expect((await roles.get(String(role['id']))).status).toBe(200);

    const assignment = `/auth/users/${member.id}/project-roles`;
    await ok(post(url(assignment), { project_id: alpha, role: 'project_admin' }, admin.token));
    const taken = await ok(send('DELETE', url(`${assignment}/${alpha}`), admin.token));
    expect((await undo(taken, manager)).status).toBe(403);
    await undone(taken);
  });

  it('AUD-13 keeps the last admin', async () => {
    const second = await createUser(db, 'second@example.org');
    const path = (user: TestUser) => url(`/auth/users/${user.id}/project-roles`);
    const grant = await ok(post(path(second), { project_id: 0, role: 'admin' }, admin.token));
    await db.query('DELETE FROM core.user_role WHERE project_id = 0 AND user_id <> $1', [
      second.id,
    ]);
    expect((await undo(grant, second)).status).toBe(409);
    await assignRole(db, admin, 0, 'admin');
    await undone(grant);
  });

  it('AUD-14 is refused for what the audit has not recorded completely', async () => {
    const [token] = await db.query<{ id: number }>(
      "INSERT INTO core.api_token (user_id, name, token_hash) VALUES ($1, 'x', 'x') RETURNING id",
      [member.id],
    );
    const revoked = await ok(send('DELETE', url(`/auth/api-tokens/${token?.id}`), admin.token));
    expect((await refusalOf(await undo(revoked))).rows).toEqual([
      expect.stringContaining('the audit does not contain the secret of an API token'),
    ]);
    const users = new ListClient(server, 'auth/users', admin);
    const withToken = await createUser(db, 'leaver@example.org');
    const ofToken = (await users.delete(withToken.id)).headers.get(AUDIT_GROUP_HEADER);
    expect([ofToken, (await undo(await newestGroup(db))).status]).toEqual([null, 409]);
    const { id } = await users.created({ email: 'plain@example.org' });
    const plain = await ok(users.delete(id));
    await undone(plain);
    expect((await users.get(String(id))).status).toBe(200);
  });

  it('AUD-16 CRUD-80 CRUD-82 names no group that can never be undone', async () => {
    const users = new ListClient(server, 'auth/users', admin);
    const bulkOf = async (id: unknown, part: object) => {
      const body = { ids: [id], delete: true, ...part };
      const answer = await users.call('POST', { path: 'bulk', body });
      return listBulkResultSchema(listedItemSchema).parse(await answer.json());
    };
    const withToken = await createUser(db, 'token@example.org');
    const plain = await users.created({ email: 'without@example.org' });
    const dryRun = { dry_run: true };
    expect(await bulkOf(withToken.id, dryRun)).toMatchObject({ group_id: null, undoable: false });
    expect(await bulkOf(plain['id'], dryRun)).toMatchObject({ group_id: null, undoable: true });
    expect(await bulkOf(withToken.id, {})).toMatchObject({ group_id: null, undoable: false });
    const { group_id: group, undoable } = await bulkOf(plain['id'], {});
    expect([group, undoable]).toEqual([await newestGroup(db), true]);
  });

  it('AUD-16 restores what other deletions than those of lists name', async () => {
    const project = await createProject(db, 'Named');
    const user = await createUser(db, 'named@example.com');
    await assignRole(db, user, project, 'project_member');
    await assignRole(db, user, alpha, 'project_member');
    await pods.created({ name: 'Named', project_id: alpha });
    await db.query("INSERT INTO core.pod_member (pod_name, user_email) VALUES ('Named', $1)", [
      user.email,
    ]);
    const stats = `/projects/${alpha}/custom-stats/`;
    const created = await post(
      url(stats),
      {
        ...{ name: 'Named', sql_query: 'SELECT 1 AS one' },
        ...{ supported_chart_types: ['table'], default_chart_type: 'table' },
      },
      admin.token,
    );
    const { id } = customStatSchema.parse(await created.json());
    const before = await recordedRows(db);
    const deletions: readonly (readonly [path: string, body?: object])[] = [
      [`${stats}${id}`],
      [`/projects/${alpha}/users/${user.id}`],
      [`/auth/users/${user.id}/project-roles/${project}`],
      ['/pods/Named/members', { user_email: user.email }],
      [`/projects/${project}`],
    ];
    for (const [path, body] of deletions) {
      const answer = await send('DELETE', url(path), admin.token, body);
      expect([path, answer.status]).toEqual([path, 204]);
      await undone(Number(answer.headers.get(AUDIT_GROUP_HEADER)));
      expect(await recordedRows(db)).toEqual(before);
    }
    // The same role again is no change.
    for (const role of ['reviewer', 'trainer']) {
      const change = { user_email: user.email, role };
      const answer = await send('PATCH', url('/pods/Named/members'), admin.token, change);
      expect([role, answer.status]).toEqual([role, 200]);
      const group = answer.headers.get(AUDIT_GROUP_HEADER);
      if (role === 'reviewer') await undone(Number(group));
      else expect(group).toBeNull();
      expect(await recordedRows(db)).toEqual(before);
    }
  });

  it('AUD-15 gives a custom statistic a new version', async () => {
    const stats = url(`/projects/${alpha}/custom-stats/`);
    const stat = {
      name: 'Tasks',
      sql_query: 'SELECT count(*) AS tasks FROM tasks',
      supported_chart_types: ['table'],
      default_chart_type: 'table',
    };
    const created = await post(stats, stat, admin.token);
    const text = await created.text();
    expect(`${created.status} ${text}`).toMatch(/^201/);
    const { id } = customStatSchema.parse(JSON.parse(text));
    const rename = await ok(send('PUT', `${stats}${id}`, admin.token, { name: 'Renamed' }));
    await undone(rename);
    const restored = await send('GET', `${stats}${id}`, admin.token);
    expect(await restored.json()).toMatchObject({ name: 'Tasks', version: 3 });
  });
});
