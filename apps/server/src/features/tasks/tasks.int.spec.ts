import type { Db } from '@portal/persistence/db';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ListClient, itemIn } from '../../testing/list-client.js';
import { assignRole, createUser, createProject, type TestUser } from '../../testing/user.js';
import { problemIn } from '../../testing/requests.js';
import { sharedServer } from '../../testing/shared-server.js';
import type { TestServer } from '../../testing/test-server.js';

let server: TestServer;
let db: Db;
let alpha: number;
let editor: TestUser;
let member: TestUser;
let stranger: TestUser;
let tasks: ListClient;

beforeAll(async () => {
  server = await sharedServer();
  db = server.db;
  alpha = await createProject(db, 'Alpha');
  await db.query(
    "INSERT INTO core.batch (project_id, turing_batch_id, name) VALUES ($1, 1, 'One')",
    [alpha],
  );
  [editor, member, stranger] = [
    await createUser(db, 'editor@example.com'),
    await createUser(db, 'member@example.com'),
    await createUser(db, 'stranger@example.com'),
  ];
  tasks = new ListClient(server, 'tasks/tasks-crud', editor);
  await assignRole(db, editor, alpha, 'project_admin');
  await assignRole(db, member, alpha, 'project_member');
});
beforeEach(async () => {
  await db.query('DELETE FROM core.task');
  await db.query(
    `INSERT INTO core.task (turing_task_id, project_id, turing_batch_id, status, created_at)
     VALUES (7, $1, 1, 'pending', '2026-01-05T12:00:00Z')`,
    [alpha],
  );
});
afterAll(() => server.stop());

const call = (method: string, path: string | number, user: TestUser, body?: unknown) =>
  tasks.as(user).call(method, { path, body });

async function edit(changes: object) {
  const response = await tasks.update(7, changes);
  expect(response.status).toBe(200);
  return itemIn(response);
}

const read = async () => itemIn(await tasks.get(7));

describe('single tasks', () => {
  it.each([
    ['GET', undefined],
    ['PATCH', { number_of_turns: 3 }],
  ])('TASK-1 allows %s only with data-upload in the project', async (method, body) => {
    expect((await call(method, 7, editor, body)).status).toBe(200);
    expect((await call(method, 7, member, body)).status).toBe(403);
    expect((await call(method, 7, stranger, body)).status).toBe(404);
    expect((await call(method, 8, editor, body)).status).toBe(404);
    for (const key of ['seven', '0x7', '7e0', '+7', '07', '7.0', '%207']) {
      expect((await call(method, key, editor, body)).status).toBe(400);
    }
  });

  it.each([
    ['GET', undefined],
    ['PATCH', { number_of_turns: 3 }],
    ['DELETE', undefined],
  ])('TASK-1 refuses %s for a member of all projects without it', async (method, body) => {
    const everywhere = await createUser(db, `${method.toLowerCase()}@example.com`);
    await assignRole(db, everywhere, 0, 'trainer');
    expect((await call(method, 7, everywhere, body)).status).toBe(403);
    expect((await call(method, 8, everywhere, body)).status).toBe(404);
    await assignRole(db, everywhere, 0, 'project_admin');
    expect((await call(method, 7, everywhere, body)).status).toBeLessThan(300);
  });

  it('TASK-1 changes nothing for a caller without the permission', async () => {
    await call('PATCH', 7, member, { status: 'completed' });
    await call('PATCH', 7, stranger, { status: 'completed' });
    expect((await read())['status']).toBe('pending');
  });

  it('TASK-2 changes only the given fields', async () => {
    const before = await read();
    const changes = {
      user_email: 'User@Example.com',
      number_of_turns: 12,
      duration_minutes: 45.5,
      target_model: 'model-a',
      validation_status: 'passed',
      delivery_batch: '',
      colab_link: 'https://colab.example.com/x',
      updated_at: '2026-01-06T10:00:00+02:00',
    };
    const after = await edit(changes);
    expect(after).toEqual({
      ...before,
      ...changes,
      version: after.version,
      user_email: 'user@example.com',
      delivery_batch: null,
      updated_at: '2026-01-06T08:00:00.000Z',
    });
    expect(await read()).toEqual(after);
    expect(await edit({})).toEqual(after);
  });

  it.each(['completed', 'reviewed', 'delivered'])(
    'TASK-3 sets the completion of a task that becomes %s',
    async (status) => {
      const { completed_at, updated_at } = await edit({ status });
      expect(Date.now() - Date.parse(String(completed_at))).toBeLessThan(60_000);
      expect(updated_at).toBe(completed_at);
    },
  );

  it('TASK-3 keeps a completion that is given, existing or not due', async () => {
    const given = '2026-01-06T08:00:00.000Z';
    expect((await edit({ status: 'completed', completed_at: given }))['completed_at']).toBe(given);
    expect((await edit({ status: 'delivered' }))['completed_at']).toBe(given);
    expect((await edit({ status: 'completed', completed_at: null }))['completed_at']).toBeNull();
    expect((await edit({ status: 'rework' }))['completed_at']).toBeNull();
  });

  it.each([
    [{ colour: 'red' }, '/colour'],
    [{ turing_task_id: 9 }, '/turing_task_id'],
    [{ project_id: 9 }, '/project_id'],
    [{ status: 'Completed' }, '/status'],
    [{ number_of_turns: -1 }, '/number_of_turns'],
    [{ number_of_turns: '3' }, '/number_of_turns'],
    [{ duration_minutes: 100_001 }, '/duration_minutes'],
    [{ completed_at: '1999-12-31T23:59:59Z' }, '/completed_at'],
    [{ completed_at: '2026-01-05' }, '/completed_at'],
    [{ updated_at: new Date(Date.now() + 2 * 86_400_000).toISOString() }, '/updated_at'],
    [{ validation_status: 'maybe' }, '/validation_status'],
    [{ colab_link: 'http://colab.example.com' }, '/colab_link'],
    [{ target_model: 'x'.repeat(201) }, '/target_model'],
    [{ delivery_batch: 'a\0b' }, '/delivery_batch'],
    [{ user_email: 'nobody' }, '/user_email'],
  ])('TASK-4 refuses %j and reports %s', async (changes, pointer) => {
    const before = await read();
    const response = await call('PATCH', 7, editor, changes);
    expect(response.status).toBe(400);
    const { errors } = await problemIn(response);
    expect(errors?.map((item) => item.pointer)).toContain(pointer);
    expect(await read()).toEqual(before);
  });

  it('TASK-5 updates the dashboard with its commit', async () => {
    await edit({ status: 'completed' });
    const stats = await fetch(`${server.baseUrl}/api/v1/projects/${alpha}/dashboard-stats`, {
      headers: { authorization: `Bearer ${member.token}` },
    });
    expect(await stats.json()).toMatchObject({
      dashboard_stats: { total_tasks: 1, completed_tasks: 1, completion_rate: 100 },
    });
  });
});
