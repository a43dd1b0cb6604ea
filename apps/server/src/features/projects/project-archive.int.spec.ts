import { PROJECT_MERGE_LOCK } from '@portal/persistence/locks';
import { connectTo } from '@portal/testing/query-client';
import { fullProjectSchema } from '@portal/contracts/projects';
import { buildWorld, type TestUser } from '@portal/testing/world';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ListClient } from '../../testing/list-client.js';
import { get, problemIn, send } from '../../testing/requests.js';
import { sharedServer } from '../../testing/shared-server.js';
import type { TestServer } from '../../testing/test-server.js';

let server: TestServer;
let admin: TestUser;
let member: TestUser;
let leaver: TestUser;
let old: number;
let open: number;

beforeAll(async () => {
  server = await sharedServer();
  const { projects, users } = await buildWorld(server.db, {
    projects: { Old: {}, Open: {} },
    users: {
      root: { email: 'root@example.com', roles: { 'All Projects': 'admin' } },
      member: { roles: { Old: 'trainer', Open: 'trainer' } },
      leaver: { roles: { Old: 'trainer' } },
    },
    pods: {
      'Old pod': { project: 'Old', members: { leaver: 'trainer' } },
      'Open pod': { project: 'Open' },
    },
    tasks: [
      { turing_task_id: 1, project: 'Old', status: 'completed' },
      { turing_task_id: 2, project: 'Open', status: 'completed' },
    ],
  });
  ({ Old: old, Open: open } = projects);
  ({ root: admin, member, leaver } = users);
});
beforeEach(() => bringBack());
afterAll(() => server.stop());

const url = (path: string) => `${server.baseUrl}/api/v1${path}`;
const call = (method: 'PUT' | 'PATCH' | 'DELETE' | 'POST', path: string, body?: unknown) =>
  send(method, url(path), admin.token, body);
const archive = (id = old) => call('POST', `/projects/${id}/archive`);
const bringBack = (id = old) => call('DELETE', `/projects/${id}/archive`);

/** Changes in a project of everything that belongs to one. */
const changesIn = (project: number, pod: string, task: number) =>
  [
    ['PUT', `/projects/${project}`, { client: `Client ${Math.random()}` }],
    ['PATCH', `/tasks/tasks-crud/${task}`, { number_of_turns: Math.ceil(Math.random() * 1e5) }],
    [
      'POST',
      '/tasks/tasks-crud/bulk',
      { ids: [task], change: { colab_link: `https://a.b/${Math.random()}` } },
    ],
    ['PATCH', `/pods/${pod}`, { description: `Text ${Math.random()}` }],
    ['POST', `/pods/${pod}/members`, { user_email: member.email, role: 'trainer' }],
    ['POST', '/pods/', { name: `Pod ${Math.random()}`, project_id: project }],
    ['POST', `/projects/${project}/users/${member.id}?role_name=project_lead`, undefined],
    ['DELETE', `/projects/${project}/users/${member.id}`, undefined],
    ['POST', `/projects/${project}/custom-stats`, STAT],
  ] as const;
const STAT = {
  name: 'Tasks',
  sql_query: 'SELECT status, count(*) AS n FROM tasks GROUP BY status',
  supported_chart_types: ['table'],
  default_chart_type: 'table',
};

const A_TEXT: unknown = expect.any(String);
const A_REASON: unknown = expect.stringContaining('is archived');

describe('an archived project', () => {
  it('PROJ-24 covers every table whose rows belong to a project', async () => {
    const open = await server.db.query<{ name: string }>(
      `SELECT DISTINCT table_name AS name FROM information_schema.columns
       JOIN information_schema.tables USING (table_schema, table_name)
       WHERE table_schema = 'core' AND column_name IN ('project_id', 'pod_name') AND table_type = 'BASE TABLE'
         AND NOT EXISTS (
           SELECT FROM pg_trigger
           WHERE tgrelid = format('core.%I', table_name)::regclass AND tgname LIKE 'keep_archived%')
       ORDER BY 1`,
    );
    // Users write none of these, or ask themselves, or, of digests, write what is of themselves.
    expect(open.map(({ name }) => name)).toEqual([
      ...['audit', 'batch_before', 'digest', 'import_conflict', 'notification', 'project_sync'],
      ...['task_before', 'task_created', 'task_removal', 'task_round', 'webhook_event'],
    ]);
  });

  it('PROJ-23 is archived and brought back by those who manage it, as recorded changes', async () => {
    const { archived_at: at, version } = fullProjectSchema.parse(await (await archive()).json());
    expect(Date.parse(at ?? '')).toBeGreaterThan(Date.now() - 60_000);
    expect(fullProjectSchema.parse(await (await archive()).json()).version).toBe(version);
    const audit = new ListClient(server, 'audit', admin);
    const filters = { entity: 'project', entity_id: String(old) };
    const [change] = (await audit.list({ filters })).items;
    const group = change?.['group_id'];
    expect(change?.['after']).toMatchObject({ archived_at: A_TEXT });
    expect((await call('POST', `/audit/${String(group)}/undo`)).status).toBe(200);
    const back = fullProjectSchema.parse(
      await (await get(url(`/projects/${old}`), admin.token)).json(),
    );
    expect(back.archived_at).toBeNull();
    expect((await send('POST', url(`/projects/${old}/archive`), member.token)).status).toBe(403);
    expect((await archive(0)).status).toBe(409);
  });

  it('PROJ-24 is read-only for every change, and others are not', async () => {
    await archive();
    for (const [method, path, body] of changesIn(old, 'Old pod', 1)) {
      const refused = await call(method, path, body);
      expect([path, refused.status, (await problemIn(refused)).code]).toEqual([
        path,
        409,
        'project-archived',
      ]);
    }
    for (const path of [
      `/projects/${old}`,
      `/projects/${old}/dashboard-stats`,
      '/tasks/tasks-crud/1',
    ]) {
      const answer = await get(url(path), admin.token);
      expect([path, answer.status]).toEqual([path, 200]);
    }
    for (const [method, path, body] of changesIn(open, 'Open pod', 2)) {
      const answer = await call(method, path, body);
      expect([path, answer.ok]).toEqual([path, true]);
    }
    // Neither from nor to it.
    for (const [pod, to] of [
      ['Old pod', open],
      ['Open pod', old],
    ] as const) {
      const moved = await call('PATCH', `/pods/${pod}`, { project_id: to });
      expect((await problemIn(moved)).code).toBe('project-archived');
    }
  });

  it('PROJ-24 CRUD-81 CRUD-82 CRUD-88 is named by each of its items in a bulk request', async () => {
    await archive();
    const rows = await server.db.query<{ id: number }>(
      "SELECT id FROM core.pod WHERE name IN ('Old pod', 'Open pod') ORDER BY name",
    );
    const pods = rows.map(({ id }) => id);
    const changed = { change: { description: `Text ${Math.random()}` } };
    const moved = { change: { colab_link: `https://a.b/${Math.random()}` } };
    for (const [list, ids, change] of [
      ['pods', pods, { delete: true }],
      ['pods', pods, changed],
      ['tasks/tasks-crud', [1, 2], { delete: true }],
      ['tasks/tasks-crud', [1, 2], moved],
    ] as const) {
      const refusals = [{ item: String(ids[0]), detail: A_REASON }];
      const tried = await call('POST', `/${list}/bulk`, { ids, ...change, dry_run: true });
      expect(await tried.json()).toMatchObject({ count: 2, changed: 1, refused: 1, refusals });
      const refused = await call('POST', `/${list}/bulk`, { ids, ...change });
      expect([list, refused.status]).toEqual([list, 409]);
      expect(await problemIn(refused)).toMatchObject({
        code: 'project-archived',
        errors: refusals,
      });
    }
    const left = await server.db.query(
      `SELECT name FROM core.pod WHERE id = ANY ($1) AND description IS DISTINCT FROM $2
       UNION ALL SELECT 'task' FROM core.task WHERE colab_link IS DISTINCT FROM $3`,
      [pods, changed.change.description, moved.change.colab_link],
    );
    expect(left).toHaveLength(4);
  });

  it('PROJ-24 refuses the undo of an earlier change until it is back', async () => {
    const changed = await call('PATCH', '/tasks/tasks-crud/1', { status: 'rework' });
    expect(changed.status).toBe(200);
    const audit = new ListClient(server, 'audit', admin);
    const [change] = (await audit.list({ filters: { entity: 'task' } })).items;
    const group = change?.['group_id'];
    await archive();
    const undo = () => call('POST', `/audit/${String(group)}/undo`);
    expect((await problemIn(await undo())).code).toBe('project-archived');
    await bringBack();
    expect((await undo()).status).toBe(200);
  });

  it('PROJ-24 loses the roles and memberships of a deleted user', async () => {
    await archive();
    expect((await call('DELETE', `/auth/users/${leaver.id}`)).status).toBe(204);
    const left = await server.db.query('SELECT FROM core.user_role WHERE user_id = $1', [
      leaver.id,
    ]);
    expect(left).toEqual([]);
  });

  it('PROJ-26 is listed with the time, can be filtered, and is deleted like others', async () => {
    await archive();
    const list = new ListClient(server, 'projects/list', admin);
    const names = async (filters: object) =>
      (await list.list({ filters })).items.map(({ name }) => name);
    expect(await names({ archived_at: { is_null: true } })).not.toContain('Old');
    expect(await names({ archived_at: { is_null: false } })).toEqual(['Old']);
    expect((await call('DELETE', `/projects/${old}`)).status).toBe(409);
    expect((await call('DELETE', `/projects/${old}?force=true`)).status).toBe(204);
  });

  it('PROJ-27 waits for an import that merges into it, which changes of its fields do not', async () => {
    const merging = await connectTo(server.config.databaseUrl);
    await merging.query('BEGIN');
    await merging.query('SELECT pg_advisory_xact_lock($1, $2)', [PROJECT_MERGE_LOCK, open]);
    await merging.query('SELECT FROM core.project WHERE id = $1 FOR KEY SHARE', [open]);
    const change = { client: `Client ${Math.random()}` };
    expect((await call('PUT', `/projects/${open}`, change)).status).toBe(200);
    const refused = await archive(open);
    expect(refused.status).toBe(409);
    expect(await problemIn(refused)).toMatchObject({ code: 'busy' });
    await merging.close();
    expect((await archive(open)).status).toBe(200);
    expect((await bringBack(open)).status).toBe(200);
  });
});
