import { projectDetailsSchema } from '@portal/contracts/projects';
import type { Db } from '@portal/persistence/db';
import { buildWorld } from '@portal/testing/world';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { assignRole, type TestUser } from '../../testing/user.js';
import { get, problemIn, send } from '../../testing/requests.js';
import { sharedServer } from '../../testing/shared-server.js';
import type { TestServer } from '../../testing/test-server.js';

let server: TestServer;
let db: Db;
let alpha: number;
let beta: number;
let admin: TestUser;
let manager: TestUser;
let viewer: TestUser;
let member: TestUser;
let newcomer: TestUser;

beforeAll(async () => {
  server = await sharedServer();
  db = server.db;
  const { projects, users } = await buildWorld(db, {
    projects: { Alpha: {}, Beta: {} },
    roles: { manager: ['project-manage', 'pod-info-public-view'] },
    users: { root: {}, manager: {}, viewer: {}, member: {}, newcomer: {} },
  });
  ({ Alpha: alpha, Beta: beta } = projects);
  ({ root: admin, manager, viewer, member, newcomer } = users);
});
beforeEach(async () => {
  await assignRole(db, admin, 0, 'admin');
  await assignRole(db, manager, alpha, 'manager');
  await assignRole(db, viewer, alpha, 'project_admin');
  await assignRole(db, member, alpha, 'project_member');
  for (const project of [alpha, beta]) await assignRole(db, newcomer, project, null);
  await assignRole(db, viewer, beta, null);
});
afterAll(() => server.stop());

const url = (project: number, rest = '') =>
  `${server.baseUrl}/api/v1/projects/${project}/users/${rest}`;
const assign = (by: TestUser, project: number, userId: number, role: string) =>
  send('POST', url(project, `${userId}?role_name=${role}`), by.token);
const assignByEmail = (by: TestUser, project: number, body: unknown) =>
  send('POST', url(project), by.token, body);
const remove = (by: TestUser, project: number, userId: number) =>
  send('DELETE', url(project, String(userId)), by.token);

async function roles(): Promise<Record<string, string>> {
  const answer = await get(url(alpha), admin.token);
  const { users } = projectDetailsSchema.parse(await answer.json());
  return Object.fromEntries(users.map(({ email, role }) => [email, role]));
}

describe('the users of a project', () => {
  it('PROJ-8 lists them with the project for callers who may see or assign them', async () => {
    const answer = await get(url(alpha), viewer.token);
    expect(answer.status).toBe(200);
    const details = projectDetailsSchema.parse(await answer.json());
    expect(details).toMatchObject({ id: alpha, name: 'Alpha' });
    expect(details.users.map(({ email, role }) => [email, role])).toEqual([
      ['manager@example.com', 'manager'],
      ['member@example.com', 'project_member'],
      ['viewer@example.com', 'project_admin'],
    ]);
    expect((await get(url(alpha), manager.token)).status).toBe(200);
    expect((await get(url(alpha), member.token)).status).toBe(403);
    expect((await get(url(alpha), newcomer.token)).status).toBe(404);
    expect((await get(url(beta), viewer.token)).status).toBe(404);
  });

  it('PROJ-9 assigns a role, replaces it, and removes it', async () => {
    await assignRole(db, newcomer, alpha, 'project_member');
    const given = await assign(manager, alpha, newcomer.id, 'trainer');
    expect(given.status).toBe(200);
    expect(await given.json()).toMatchObject({
      id: newcomer.id,
      email: newcomer.email,
      name: newcomer.email,
      role: 'trainer',
    });
    expect(await roles()).toMatchObject({ 'newcomer@example.com': 'trainer' });
    expect((await assign(manager, alpha, newcomer.id, 'project_member')).status).toBe(200);
    expect((await assign(manager, alpha, newcomer.id, 'project_member')).status).toBe(200);
    expect(await roles()).toMatchObject({ 'newcomer@example.com': 'project_member' });
    expect((await remove(manager, alpha, newcomer.id)).status).toBe(204);
    expect(await roles()).not.toHaveProperty('newcomer@example.com');
    expect((await remove(manager, alpha, newcomer.id)).status).toBe(404);
  });

  it('PROJ-9 reports unknown users, projects and roles', async () => {
    const unknownRole = await assign(manager, alpha, member.id, 'emperor');
    expect(unknownRole.status).toBe(400);
    expect((await problemIn(unknownRole)).errors).toMatchObject([{ pointer: 'role_name' }]);
    const noRole = await send('POST', url(alpha, String(member.id)), manager.token);
    expect(noRole.status).toBe(400);
    expect((await problemIn(noRole)).errors).toMatchObject([{ detail: 'Role is required' }]);
    const unknownUser = await assign(manager, alpha, 99_999, 'trainer');
    expect(unknownUser.status).toBe(404);
    expect((await problemIn(unknownUser)).detail).toContain('user');
    expect((await assign(admin, 99_999, newcomer.id, 'trainer')).status).toBe(404);
  });

  it('PROJ-9 PROJ-17 lets a project_admin manage the people of the project, up to the own permissions', async () => {
    await assignRole(db, newcomer, alpha, 'trainer');
    expect((await assign(viewer, alpha, newcomer.id, 'project_lead')).status).toBe(200);
    const again = { email: newcomer.email, role_name: 'project_admin' };
    expect((await assignByEmail(viewer, alpha, again)).status).toBe(200);
    expect((await assign(viewer, alpha, newcomer.id, 'admin')).status).toBe(403);
    expect((await remove(viewer, alpha, newcomer.id)).status).toBe(204);
    expect((await assign(viewer, beta, newcomer.id, 'trainer')).status).toBe(404);
    const project = `${server.baseUrl}/api/v1/projects/${alpha}`;
    expect((await send('PUT', project, viewer.token, { client: 'Acme' })).status).toBe(403);
    expect((await send('DELETE', project, viewer.token)).status).toBe(403);
  });

  it('PROJ-9 refuses callers who do not manage the project', async () => {
    expect((await assign(member, alpha, newcomer.id, 'trainer')).status).toBe(403);
    expect((await remove(member, alpha, member.id)).status).toBe(403);
    expect((await assign(newcomer, alpha, newcomer.id, 'trainer')).status).toBe(404);
    expect((await assign(manager, beta, newcomer.id, 'trainer')).status).toBe(404);
    expect((await assign(admin, beta, newcomer.id, 'trainer')).status).toBe(200);
  });

  it('PROJ-10 refuses a role with more permissions than the caller has there', async () => {
    const refused = await assign(manager, alpha, member.id, 'project_lead');
    expect(refused.status).toBe(403);
    expect((await problemIn(refused)).detail).toContain(
      'pod-manage, pod-manage-members, pod-targets-manage, trainer-feedback-add',
    );
    const own = await assign(manager, alpha, manager.id, 'admin');
    expect(own.status).toBe(403);
    expect((await problemIn(own)).detail).toContain('full-access');
    expect(await roles()).toMatchObject({ 'manager@example.com': 'manager' });
    expect((await assign(admin, alpha, newcomer.id, 'admin')).status).toBe(200);
  });

  it('PROJ-10 refuses such a role by email as well', async () => {
    const body = { email: newcomer.email, role_name: 'project_lead' };
    expect((await assignByEmail(manager, alpha, body)).status).toBe(403);
    expect((await assignByEmail(admin, alpha, body)).status).toBe(200);
  });

  it('PROJ-16 treats the id of a hidden user like an unknown id', async () => {
    await assignRole(db, viewer, beta, 'manager');
    const refused = async (id: number) => {
      const answer = await assign(viewer, beta, id, 'trainer');
      expect(answer.status).toBe(404);
      return (await problemIn(answer)).detail;
    };
    expect(await refused(newcomer.id)).toBe(await refused(99_999));
    expect(await (await get(url(beta), viewer.token)).text()).not.toContain(newcomer.email);
    // Visible by user-view in Alpha, and by a role in Beta, which lists the user to its manager.
    expect((await assign(viewer, beta, member.id, 'trainer')).status).toBe(200);
    await assignRole(db, newcomer, beta, 'trainer');
    expect((await assign(viewer, beta, newcomer.id, 'project_member')).status).toBe(200);
    await assignRole(db, member, beta, null);
  });

  it('PROJ-17 assigns a role by email, and returns only what the caller sent', async () => {
    const given = await assignByEmail(manager, alpha, {
      email: ' Newcomer@Example.com ',
      role_name: 'trainer',
    });
    expect(given.status).toBe(200);
    expect(await given.json()).toEqual({ email: newcomer.email, role_name: 'trainer' });
    expect(await roles()).toMatchObject({ 'newcomer@example.com': 'trainer' });
    const body = { email: newcomer.email, role_name: 'project_member' };
    expect((await assignByEmail(manager, alpha, body)).status).toBe(200);
    expect(await roles()).toMatchObject({ 'newcomer@example.com': 'project_member' });
    expect((await assignByEmail(member, alpha, body)).status).toBe(403);
    expect((await assignByEmail(viewer, beta, body)).status).toBe(404);
    expect((await assignByEmail(admin, 0, body)).status).toBe(409);
  });

  it('PROJ-17 is also allowed for users who manage the roles of the project', async () => {
    await db.query(`
      WITH keeper AS (INSERT INTO core.role (name) VALUES ('keeper') RETURNING id)
      INSERT INTO core.role_permission
      SELECT keeper.id, permission.id FROM keeper, core.permission
      WHERE permission.name = 'rbac-manage'`);
    await assignRole(db, viewer, alpha, 'keeper');
    const body = { email: newcomer.email, role_name: 'trainer' };
    expect((await assignByEmail(viewer, alpha, body)).status).toBe(200);
  });

  it.each([
    [{ email: 'nobody@example.com', role_name: 'trainer' }, '/email'],
    [{ email: 'nobody', role_name: 'trainer' }, '/email'],
    [{ email: 'newcomer@example.com', role_name: 'emperor' }, '/role_name'],
    [{ email: 'newcomer@example.com' }, '/role_name'],
  ])('PROJ-17 refuses %j and reports %s', async (body, pointer) => {
    const answer = await assignByEmail(manager, alpha, body);
    expect(answer.status).toBe(400);
    expect((await problemIn(answer)).errors).toMatchObject([{ pointer }]);
  });
});
