import { profileSchema } from '@portal/contracts/auth';
import { projectRolesSchema, userAccessSchema } from '@portal/contracts/user-access';
import type { Db } from '@portal/persistence/db';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Watcher } from '../../../live/spec-support/watcher.js';
import { assignRole, createUser, createProject, type TestUser } from '../../../testing/user.js';
import { get, problemIn, send } from '../../../testing/requests.js';
import { sharedServer } from '../../../testing/shared-server.js';
import type { TestServer } from '../../../testing/test-server.js';

let server: TestServer;
let db: Db;
let alpha: number;
let beta: number;
let admin: TestUser;
let owner: TestUser;
let viewer: TestUser;
let member: TestUser;
let stranger: TestUser;

beforeAll(async () => {
  server = await sharedServer();
  db = server.db;
  alpha = await createProject(db, 'Alpha');
  beta = await createProject(db, 'Beta');
  await db.query("INSERT INTO core.pod (name, project_id) VALUES ('Orion', $1)", [beta]);
  admin = await createUser(db, 'root@example.com');
  owner = await createUser(db, 'owner@example.com');
  viewer = await createUser(db, 'viewer@example.com');
  member = await createUser(db, 'member@example.com');
  stranger = await createUser(db, 'stranger@example.com');
  await db.query("INSERT INTO core.pod_member VALUES (DEFAULT, 'Orion', $1, 'reviewer')", [
    member.email,
  ]);
});
beforeEach(async () => {
  await assignRole(db, admin, 0, 'admin');
  await assignRole(db, owner, alpha, 'admin');
  await assignRole(db, viewer, alpha, 'project_admin');
  await assignRole(db, member, alpha, 'project_member');
  await assignRole(db, member, 0, null);
});
afterAll(() => server.stop());

const url = (of: TestUser | { id: number }, path: string) =>
  `${server.baseUrl}/api/v1/auth/users/${of.id}/${path}`;
const assign = (by: TestUser, of: TestUser, project_id: number, role: string) =>
  send('POST', url(of, 'project-roles'), by.token, { project_id, role });
const remove = (by: TestUser, of: TestUser, projectId: number) =>
  send('DELETE', url(of, `project-roles/${projectId}`), by.token);
const rolesOf = async (of: TestUser, by: TestUser) =>
  projectRolesSchema.parse(await (await get(url(of, 'project-roles'), by.token)).json()).data;

describe('profiles', () => {
  it('USER-6 are read by callers who see the user and changed by those who manage them', async () => {
    const trainee = await createUser(db, 'trainee@example.com');
    await assignRole(db, trainee, alpha, 'project_member');
    const change = { slack_id: 'U1', timezone: 'UTC+5:30' };
    const changed = await send('PUT', url(trainee, 'profile'), owner.token, change);
    expect(changed.status).toBe(200);
    const expected = { ...change, theme: null };
    expect(profileSchema.parse(await changed.json())).toMatchObject(expected);
    for (const by of [viewer, owner, admin, trainee]) {
      expect(await (await get(url(trainee, 'profile'), by.token)).json()).toMatchObject(expected);
    }
    expect(
      (await send('PUT', url(trainee, 'profile'), trainee.token, { theme: 'dark' })).status,
    ).toBe(200);
    expect((await send('PUT', url(trainee, 'profile'), viewer.token, change)).status).toBe(403);
    expect((await get(url(trainee, 'profile'), stranger.token)).status).toBe(404);
    expect((await send('PUT', url(trainee, 'profile'), stranger.token, change)).status).toBe(404);
    expect((await get(url(admin, 'profile'), owner.token)).status).toBe(404);
    expect((await get(url({ id: 99_999 }, 'profile'), admin.token)).status).toBe(404);
  });
});

describe('roles of a user', () => {
  it('USER-7 are limited to projects whose users the caller sees', async () => {
    await assignRole(db, member, 0, 'trainer');
    const version = expect.any(String) as string;
    const inAlpha = { project_id: alpha, project_name: 'Alpha', role: 'project_member', version };
    const everywhere = { project_id: 0, project_name: 'All Projects', role: 'trainer', version };
    expect(await rolesOf(member, member)).toEqual([everywhere, inAlpha]);
    expect(await rolesOf(member, admin)).toEqual([everywhere, inAlpha]);
    expect(await rolesOf(member, viewer)).toEqual([inAlpha]);
    expect((await get(url(member, 'project-roles'), stranger.token)).status).toBe(404);
  });

  it('USER-8 are assigned and removed, also in project 0', async () => {
    await assignRole(db, stranger, alpha, 'trainer');
    const given = await assign(owner, stranger, alpha, 'project_lead');
    expect(given.status).toBe(200);
    expect(await given.json()).toMatchObject({
      project_id: alpha,
      project_name: 'Alpha',
      role: 'project_lead',
    });
    expect((await assign(admin, stranger, 0, 'project_member')).status).toBe(200);
    expect((await rolesOf(stranger, stranger)).map(({ role }) => role)).toEqual([
      'project_member',
      'project_lead',
    ]);
    expect((await remove(owner, stranger, 0)).status).toBe(404);
    expect((await remove(member, stranger, alpha)).status).toBe(403);
    expect((await remove(admin, stranger, 0)).status).toBe(204);
    expect((await remove(owner, stranger, alpha)).status).toBe(204);
    expect((await remove(owner, stranger, alpha)).status).toBe(404);
    expect(await rolesOf(stranger, stranger)).toEqual([]);
  });

  it('PROJ-16 treat a hidden user like an unknown one', async () => {
    for (const user of [stranger, { id: 99_999 }]) {
      const answer = await send('POST', url(user, 'project-roles'), owner.token, {
        project_id: alpha,
        role: 'trainer',
      });
      expect(answer.status).toBe(404);
      expect((await problemIn(answer)).detail).toBe('There is no such user');
    }
    expect(await rolesOf(stranger, stranger)).toEqual([]);
    expect((await assign(admin, stranger, alpha, 'trainer')).status).toBe(200);
    expect((await assign(owner, stranger, alpha, 'project_member')).status).toBe(200);
    await assignRole(db, stranger, alpha, null);
  });

  it('USER-8 report invalid input', async () => {
    const unknownRole = await assign(owner, member, alpha, 'emperor');
    expect(unknownRole.status).toBe(400);
    expect((await problemIn(unknownRole)).errors).toMatchObject([{ pointer: '/role' }]);
    expect((await assign(admin, stranger, 99_999, 'trainer')).status).toBe(404);
    const missing = await send('POST', url(stranger, 'project-roles'), admin.token, {});
    const pointers = (await problemIn(missing)).errors?.map(({ pointer }) => pointer);
    expect(pointers).toEqual(['/project_id', '/role']);
  });

  it('USER-4 give no permission that the caller does not have', async () => {
    await db.query(`
      WITH keeper AS (INSERT INTO core.role (name) VALUES ('keeper') RETURNING id)
      INSERT INTO core.role_permission
      SELECT keeper.id, permission.id FROM keeper, core.permission
      WHERE permission.name IN ('rbac-manage', 'user-view')`);
    await assignRole(db, viewer, 0, 'keeper');
    const refused = await assign(viewer, viewer, 0, 'admin');
    expect(refused.status).toBe(403);
    expect((await problemIn(refused)).detail).toContain('full-access');
    expect((await assign(viewer, stranger, 0, 'keeper')).status).toBe(200);
    await assignRole(db, viewer, 0, null);
    await assignRole(db, stranger, 0, null);
  });

  it('USER-5 are kept by the last user with full access', async () => {
    await db.query('UPDATE core.app_user SET is_active = false WHERE email = $1', [
      'admin@example.com',
    ]);
    const taken = await remove(admin, admin, 0);
    expect(taken.status).toBe(409);
    expect((await problemIn(taken)).detail).toContain('full access');
    expect((await assign(admin, admin, 0, 'trainer')).status).toBe(409);
    expect((await assign(admin, member, 0, 'admin')).status).toBe(200);
    expect((await remove(admin, admin, 0)).status).toBe(204);
  });
});

describe('somebody of another project', () => {
  it('USER-2 is not manageable after the caller assigns them a role', async () => {
    const tokens = `${server.baseUrl}/api/v1/auth/admin/users/${member.id}/api-tokens`;
    const attempts = async (by: TestUser) => [
      (await get(tokens, by.token)).status,
      (await send('PUT', url(member, 'profile'), by.token, { slack_id: 'U2' })).status,
    ];
    // A reviewer in Beta only.
    await assignRole(db, member, alpha, null);
    expect(await attempts(owner)).toEqual([404, 404]);
    const taken = await send(
      'POST',
      `${server.baseUrl}/api/v1/projects/${alpha}/users`,
      owner.token,
      {
        email: member.email,
        role_name: 'trainer',
      },
    );
    expect(taken.status).toBe(200);
    expect(await attempts(owner)).toEqual([403, 403]);
    await assignRole(db, owner, beta, 'admin');
    expect(await attempts(owner)).toEqual([200, 200]);
    await assignRole(db, owner, beta, null);
    expect(await attempts(admin)).toEqual([200, 200]);
  });
});

describe('access of a user', () => {
  it('USER-9 lists the permissions by project, with their sources', async () => {
    await assignRole(db, member, 0, 'trainer');
    const read = async (by: TestUser) =>
      userAccessSchema.parse(await (await get(url(member, 'access'), by.token)).json());
    const everywhere = { kind: 'all-projects', role: 'trainer', permissions: [] };
    const inAlpha = {
      project_id: alpha,
      project_name: 'Alpha',
      permissions: ['pod-info-public-view'],
      sources: [
        { kind: 'role', role: 'project_member', permissions: ['pod-info-public-view'] },
        everywhere,
      ],
    };
    expect(await read(member)).toEqual({
      user_id: member.id,
      email: member.email,
      is_active: true,
      projects: [
        {
          project_id: 0,
          project_name: 'All Projects',
          permissions: [],
          sources: [{ kind: 'role', role: 'trainer', permissions: [] }],
        },
        inAlpha,
        {
          project_id: beta,
          project_name: 'Beta',
          permissions: ['pod-info-public-view', 'trainer-feedback-add'],
          sources: [
            {
              kind: 'pod',
              pod_name: 'Orion',
              pod_role: 'reviewer',
              permissions: ['pod-info-public-view', 'trainer-feedback-add'],
            },
            everywhere,
          ],
        },
      ],
    });
    expect(await read(admin)).toEqual(await read(member));
    expect((await read(viewer)).projects).toEqual([inAlpha]);
    expect((await get(url(member, 'access'), stranger.token)).status).toBe(404);
  });

  it('USER-10 changes immediately, for requests and open connections', async () => {
    const project = `${server.baseUrl}/api/v1/projects/${alpha}`;
    expect((await get(project, member.token)).status).toBe(200);
    const watcher = await new Watcher(server.baseUrl, member.token).connected();
    await watcher.enter(alpha);
    expect((await remove(owner, member, alpha)).status).toBe(204);
    expect((await get(project, member.token)).status).toBe(404);
    await watcher.seen('permissions-changed', () => true);
    expect((await assign(admin, member, alpha, 'trainer')).status).toBe(200);
    expect((await get(project, member.token)).status).toBe(200);
    watcher.close();
  });
});
