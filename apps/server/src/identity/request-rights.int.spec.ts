import { sql } from '@portal/persistence/sql';
import { connectTo } from '@portal/testing/query-client';
import { buildWorld, type TestUser } from '@portal/testing/world';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ListClient } from '../testing/list-client.js';
import { problemIn } from '../testing/requests.js';
import { sharedServer } from '../testing/shared-server.js';
import type { TestServer } from '../testing/test-server.js';
import { Authenticator } from './authenticator.js';

let server: TestServer;
let alpha: number;
let beta: number;
let ann: TestUser;
let admin: TestUser;

beforeAll(async () => {
  server = await sharedServer();
  server.app.get(Authenticator).trustedMs = 0;
  const world = await buildWorld(server.db, {
    projects: { Alpha: { batches: { 1: 'One' } }, Beta: { batches: { 1: 'One' } } },
    users: {
      ann: { roles: { Alpha: 'project_admin' } },
      admin: { email: 'root@example.com', roles: { 'All Projects': 'admin' } },
    },
  });
  ({ Alpha: alpha, Beta: beta } = world.projects);
  ({ ann, admin } = world.users);
});
beforeEach(async () => {
  await server.db.query('DELETE FROM core.task');
  await server.db.query(
    sql`INSERT INTO core.task (turing_task_id, project_id, turing_batch_id, status)
        SELECT n, $1, 1, 'pending' FROM generate_series(1, 3) AS n`,
    [alpha],
  );
  await give(alpha);
});
afterAll(async () => {
  server.app.get(Authenticator).trustedMs = 1_000;
  await server.stop();
});

const give = (project: number) =>
  server.db.query(
    sql`INSERT INTO core.user_role (user_id, project_id, role_id)
        SELECT $1, $2, id FROM core.role WHERE name = 'project_admin' ON CONFLICT DO NOTHING`,
    [ann.id, project],
  );
const take = () => server.db.query('DELETE FROM core.user_role WHERE user_id = $1', [ann.id]);
const activate = (isActive: boolean) =>
  server.db.query('UPDATE core.app_user SET is_active = $2 WHERE id = $1', [ann.id, isActive]);

/** The answer to a change that waits for a lock while something happens. */
async function during(
  lock: string,
  change: () => Promise<Response>,
  happens: () => Promise<unknown>,
  end = 'ROLLBACK',
): Promise<Response> {
  const holder = await connectTo(server.config.databaseUrl);
  try {
    await holder.query(`BEGIN; ${lock}`);
    const answer = change();
    await expect.poll(() => server.db.query(WAITING, [holder.backend])).toHaveLength(1);
    await happens();
    await holder.query(end);
    return await answer;
  } finally {
    await holder.close();
  }
}

const WAITING = sql`
SELECT FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))`;
const TASKS = 'SELECT FROM core.task ORDER BY turing_task_id FOR UPDATE';
const tasks = () => new ListClient(server, 'tasks/tasks-crud', ann);
const statuses = async () => {
  const rows = await server.db.query<{ status: string }>(
    'SELECT DISTINCT status FROM core.task ORDER BY status',
  );
  return rows.map(({ status }) => status);
};
const CHANGES: Readonly<Record<string, () => Promise<Response>>> = {
  'of one item': () => tasks().call('PATCH', { path: 1, body: { status: 'rework' } }),
  'of many items': () =>
    tasks().call('POST', {
      path: 'bulk',
      body: { filters: { status: 'pending' }, expected_count: 3, change: { status: 'rework' } },
    }),
};

describe.each(Object.entries(CHANGES))('a change %s that waits for a lock', (_name, change) => {
  it('PERM-72 is refused if its caller loses the role or the account meanwhile', async () => {
    const withoutRole = await during(TASKS, change, take);
    expect(withoutRole.status).toBe(403);
    expect((await problemIn(withoutRole)).detail).toContain('Nothing was saved');
    await give(alpha);
    const inactive = await during(TASKS, change, () => activate(false));
    await activate(true);
    expect(inactive.status).toBe(401);
    expect(await statuses()).toEqual(['pending']);
  });

  it('PERM-72 is made if its caller gains a role meanwhile', async () => {
    expect((await during(TASKS, change, () => give(beta))).status).toBe(200);
    expect(await statuses()).toContain('rework');
    await take();
  });
});

it('PERM-72 a user who gives up an own role gets the answer', async () => {
  const own = new ListClient(server, `auth/users/${admin.id}/project-roles`, admin);
  await server.db.query(
    sql`INSERT INTO core.user_role (user_id, project_id, role_id)
        SELECT $1, 0, id FROM core.role WHERE name = 'admin'`,
    [ann.id],
  );
  server.app.get(Authenticator).trustedMs = 1_000;
  try {
    expect((await own.call('DELETE', { path: 0 })).status).toBe(204);
  } finally {
    server.app.get(Authenticator).trustedMs = 0;
    await take();
  }
});

describe('a change that waits for an item', () => {
  it('CRUD-136 is judged by the project that the item has after the wait', async () => {
    await server.db.query(
      `INSERT INTO core.pod (name, project_id) VALUES ('Orion', $1);`.replace('$1', String(alpha)),
    );
    const [member] = await server.db.query<{ id: number }>(
      `INSERT INTO core.pod_member (pod_name, user_email, role)
       VALUES ('Orion', 'root@example.com', 'trainer') RETURNING id`,
    );
    const members = new ListClient(server, 'pod-members', ann);
    const lock = `SELECT FROM core.pod_member FOR UPDATE; UPDATE core.pod SET project_id = ${beta}`;
    const ids = [member?.id];
    for (const change of [
      () => members.call('DELETE', { path: member?.id ?? 0 }),
      () => members.call('POST', { path: 'bulk', body: { ids, delete: true } }),
    ]) {
      await server.db.query('UPDATE core.pod SET project_id = $1', [alpha]);
      expect((await during(lock, change, async () => undefined, 'COMMIT')).status).toBe(404);
    }
    expect(await server.db.query('SELECT FROM core.pod_member')).toHaveLength(1);
    await server.db.query('UPDATE core.pod SET project_id = $1', [alpha]);
    expect((await members.call('DELETE', { path: member?.id ?? 0 })).status).toBe(204);
  });

  it('CRUD-136 changes no item that has lost the name of its URL', async () => {
    const pods = new ListClient(server, 'pods', ann);
    const rename = `UPDATE core.pod SET name = 'Vega' WHERE name = 'Orion'`;
    const change = () => pods.call('PATCH', { path: 'Orion', body: { description: 'new' } });
    expect((await during(rename, change, async () => undefined, 'COMMIT')).status).toBe(404);
    expect(await server.db.query(`SELECT FROM core.pod WHERE description = 'new'`)).toEqual([]);
    expect((await pods.call('PATCH', { path: 'Vega', body: { description: 'new' } })).status).toBe(
      200,
    );
  });
});
