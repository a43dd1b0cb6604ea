import { PERMISSIONS } from '@portal/contracts/permissions';
import { testDatabase, type TestDatabase } from '@portal/testing/postgres';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

let database: TestDatabase;
let client: pg.Client;
let listener: pg.Client;
const announced: unknown[] = [];

beforeAll(async () => {
  database = await testDatabase();
  client = new pg.Client({ connectionString: database.url });
  listener = new pg.Client({ connectionString: database.url });
  await client.connect();
  await listener.connect();
  listener.on('notification', ({ channel, payload }) => {
    if (channel === 'portal_access') announced.push(JSON.parse(payload ?? ''));
  });
  await listener.query('LISTEN portal_access');
});
afterAll(async () => {
  await client.end();
  await listener.end();
  await database.drop();
});

async function one(text: string, values: unknown[] = []): Promise<number> {
  const { rows } = await client.query<{ id: number }>(text, values);
  if (!rows[0]) throw new Error('no row');
  return rows[0].id;
}

const user = (email: string): Promise<number> =>
  one('INSERT INTO core.app_user (email) VALUES ($1) RETURNING id', [email]);
const project = (name: string): Promise<number> =>
  one('INSERT INTO core.project (name) VALUES ($1) RETURNING id', [name]);

async function grantsOf(userId: number): Promise<Record<number, string[]>> {
  const { rows } = await client.query<{ project_id: number; permissions: string[] }>(
    'SELECT project_id, permissions FROM core.user_grant WHERE user_id = $1',
    [userId],
  );
  return Object.fromEntries(rows.map((row) => [row.project_id, row.permissions]));
}

describe('roles', () => {
  it('PERM-8 ship with the permissions of the contract', async () => {
    const { rows: permissions } = await client.query<{ name: string }>(
      'SELECT name FROM core.permission',
    );
    expect(permissions.map(({ name }) => name).sort()).toEqual([...PERMISSIONS].sort());
    const { rows } = await client.query<{ name: string; permissions: string[] }>(`
      SELECT role.name, coalesce(array_agg(permission.name ORDER BY permission.name)
        FILTER (WHERE permission.name IS NOT NULL), '{}') AS permissions
      FROM core.role
      LEFT JOIN core.role_permission ON role_id = role.id
      LEFT JOIN core.permission ON permission.id = permission_id
      GROUP BY role.name`);
    expect(Object.fromEntries(rows.map((role) => [role.name, role.permissions]))).toEqual({
      admin: ['full-access'],
      project_admin: [
        'admin-view',
        'data-upload',
        'pod-info-public-view',
        'pod-manage',
        'pod-manage-members',
        'pod-targets-manage',
        'project-admin',
        'trainer-feedback-add',
        'user-view',
      ],
      project_lead: [
        'pod-info-public-view',
        'pod-manage',
        'pod-manage-members',
        'pod-targets-manage',
        'trainer-feedback-add',
      ],
      project_member: ['pod-info-public-view'],
      'pod-lead': [
        'pod-info-public-view',
        'pod-manage-members',
        'pod-targets-manage',
        'trainer-feedback-add',
      ],
      reviewer: ['pod-info-public-view', 'trainer-feedback-add'],
      trainer: [],
    });
  });
});

describe('grants', () => {
  it('PERM-6 come from the role in the project and from each pod, together', async () => {
    const [alpha, beta] = [await project('Alpha'), await project('Beta')];
    const userId = await user('several@example.com');
    expect(await grantsOf(userId)).toEqual({});
    await client.query(`INSERT INTO core.pod (name, project_id) VALUES ('A', $1), ('B', $2)`, [
      alpha,
      beta,
    ]);
    await client.query(`INSERT INTO core.pod_member (pod_name, user_email, role)
      VALUES ('A', 'several@example.com', 'reviewer'), ('B', 'several@example.com', 'trainer')`);
    expect(await grantsOf(userId)).toEqual({
      [alpha]: ['pod-info-public-view', 'trainer-feedback-add'],
      [beta]: [],
    });
    await client.query(
      `INSERT INTO core.user_role SELECT $1, $2, id FROM core.role WHERE name = 'project_lead'`,
      [userId, beta],
    );
    expect((await grantsOf(userId))[beta]).toContain('pod-targets-manage');
    await client.query(`UPDATE core.pod_member SET role = 'lead' WHERE pod_name = 'A'`);
    expect((await grantsOf(userId))[alpha]).toContain('pod-manage-members');
    await client.query(`DELETE FROM core.pod WHERE name = 'A'`);
    expect(Object.keys(await grantsOf(userId))).toEqual([String(beta)]);
  });
});

describe('announcements', () => {
  let userId: number;
  let projectId: number;
  let round = 0;

  beforeEach(async () => {
    round += 1;
    userId = await user(`announced-${round}@example.com`);
    projectId = await project(`Announced ${round}`);
    await client.query('INSERT INTO core.pod (name, project_id) VALUES ($1, $2)', [
      `Pod ${round}`,
      projectId,
    ]);
  });

  /**
   * The notifications of `text`. Notifications of one session arrive in order, so marks before and
   * after separate them from those of earlier statements.
   */
  async function heard(text: string, values: unknown[] = []): Promise<unknown[]> {
    const mark = async (name: string): Promise<void> => {
      await client.query(`SELECT pg_notify('portal_access', $1)`, [JSON.stringify(name)]);
      await expect.poll(() => announced.at(-1), { interval: 5 }).toBe(name);
    };
    await mark('begin');
    announced.length = 0;
    await client.query(text, values);
    await mark('end');
    return announced.slice(0, -1);
  }

  const assign = (): Promise<unknown[]> =>
    heard(
      `INSERT INTO core.user_role SELECT $1, $2, id FROM core.role WHERE name = 'project_member'`,
      [userId, projectId],
    );
  const join = (role: string): Promise<unknown[]> =>
    heard('INSERT INTO core.pod_member (pod_name, user_email, role) VALUES ($1, $2, $3)', [
      `Pod ${round}`,
      `announced-${round}@example.com`,
      role,
    ]);

  it('PERM-9 name the user whose role in a project changes', async () => {
    const expected = [{ user_id: userId }];
    expect(await assign()).toEqual(expected);
    const change = `UPDATE core.user_role SET role_id = (SELECT id FROM core.role
      WHERE name = 'project_admin') WHERE user_id = $1`;
    expect(await heard(change, [userId])).toEqual(expected);
    expect(await heard('DELETE FROM core.user_role WHERE user_id = $1', [userId])).toEqual(
      expected,
    );
  });

  it('PERM-9 name the user whose pod role changes, or whose pod moves', async () => {
    const expected = [{ user_id: userId }];
    expect(await join('trainer')).toEqual(expected);
    const pod = [`Pod ${round}`];
    const promote = `UPDATE core.pod_member SET role = 'lead' WHERE pod_name = $1`;
    expect(await heard(promote, pod)).toEqual(expected);
    const elsewhere = await project(`Elsewhere ${round}`);
    const move = 'UPDATE core.pod SET project_id = $2 WHERE name = $1';
    expect(await heard(move, [...pod, elsewhere])).toEqual(expected);
    expect(await heard('DELETE FROM core.pod WHERE name = $1', pod)).toEqual(expected);
  });

  it('PERM-9 name all users with a changed role, also through a pod', async () => {
    await join('reviewer');
    const permission = `(SELECT id FROM core.permission WHERE name = 'user-view')`;
    const role = `(SELECT id FROM core.role WHERE name = 'reviewer')`;
    const added = await heard(`INSERT INTO core.role_permission VALUES (${role}, ${permission})`);
    expect(added).toContainEqual({ user_id: userId });
    const removed = await heard(
      `DELETE FROM core.role_permission WHERE role_id = ${role} AND permission_id = ${permission}`,
    );
    expect(removed).toContainEqual({ user_id: userId });
    const renamed = await heard(`UPDATE core.role SET name = 'critic' WHERE name = 'reviewer'`);
    expect(renamed).toContainEqual({ user_id: userId });
    await heard(`UPDATE core.role SET name = 'reviewer' WHERE name = 'critic'`);
  });

  it('PERM-9 name the deactivated user, and the user of a revoked session', async () => {
    const deactivate = 'UPDATE core.app_user SET is_active = false WHERE id = $1';
    expect(await heard(deactivate, [userId])).toEqual([{ user_id: userId }]);
    await client.query(
      `INSERT INTO core.refresh_token (user_id, family_id, token_hash, expires_at)
       VALUES ($1, gen_random_uuid(), sha256($2), now())`,
      [userId, Buffer.from(String(userId))],
    );
    const revoke = 'UPDATE core.refresh_token SET revoked_at = now() WHERE user_id = $1';
    expect(await heard(revoke, [userId])).toEqual([{ user_id: userId }]);
    const rename = `UPDATE core.app_user SET name = 'Other' WHERE id = $1`;
    expect(await heard(rename, [userId])).toEqual([]);
  });
});
