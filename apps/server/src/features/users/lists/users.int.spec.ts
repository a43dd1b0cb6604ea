import { randomUUID } from 'node:crypto';
import { profileSchema } from '@portal/contracts/auth';
import { listMetaSchema } from '@portal/contracts/lists';
import type { Db } from '@portal/persistence/db';
import { signIn } from '@portal/testing/sign-in';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ListClient, itemIn } from '../../../testing/list-client.js';
import { assignRole, createUser, createProject, type TestUser } from '../../../testing/user.js';
import { get, problemIn } from '../../../testing/requests.js';
import { sharedServer } from '../../../testing/shared-server.js';
import type { TestServer } from '../../../testing/test-server.js';

let server: TestServer;
let db: Db;
let alpha: number;
let beta: number;
let admin: TestUser;
/** Has only user-manage, in all projects. */
let manager: TestUser;
/** Sees the users of Alpha. */
let runner: TestUser;
/** Member of a pod in Alpha. */
let trainer: TestUser;
/** Has roles in Alpha and Beta. */
let both: TestUser;
let stranger: TestUser;
let users: ListClient;

beforeAll(async () => {
  server = await sharedServer();
  db = server.db;
  [alpha, beta] = [await createProject(db, 'Alpha'), await createProject(db, 'Beta')];
  await db.query("INSERT INTO core.pod (name, project_id) VALUES ('Orion', $1)", [alpha]);
  await db.query("INSERT INTO core.role (name) VALUES ('users'), ('keeping')");
  await db.query(`
    INSERT INTO core.role_permission SELECT role.id, permission.id
    FROM core.role, core.permission
    WHERE role.name = 'users' AND permission.name = 'user-manage'
      OR role.name = 'keeping' AND permission.name IN ('user-manage', 'rbac-manage')`);
});
beforeEach(async () => {
  await db.query('DELETE FROM core.task_import');
  await db.query('DELETE FROM core.app_user');
  [admin, manager, runner, trainer, both, stranger] = [
    await createUser(db, 'root@example.org'),
    await createUser(db, 'manager@example.org'),
    await createUser(db, 'runner@example.org'),
    await createUser(db, 'trainer@example.org'),
    await createUser(db, 'both@example.org'),
    await createUser(db, 'stranger@example.org'),
  ];
  await assignRole(db, admin, 0, 'admin');
  await assignRole(db, manager, 0, 'users');
  await assignRole(db, runner, alpha, 'project_admin');
  await assignRole(db, both, alpha, 'trainer');
  await assignRole(db, both, beta, 'project_admin');
  await db.query("INSERT INTO core.pod_member (pod_name, user_email) VALUES ('Orion', $1)", [
    trainer.email,
  ]);
  users = new ListClient(server, 'auth/users', admin);
});
afterAll(() => server.stop());

const seenBy = async (user: TestUser) =>
  (await users.as(user).list({ size: 100 })).items.map((item) => item['email']);
const rolesOf = async (user: TestUser, reader: TestUser) =>
  (await itemIn(await users.as(reader).get(user.id)))['roles'];

describe('users', () => {
  it('USER-50 are filtered by a part of the name of a role, as far as the caller sees their roles', async () => {
    const having = async (role: string, reader: TestUser) =>
      (await users.as(reader).list({ filters: { roles: { contains: role } } })).items.map(
        ({ email }) => email,
      );
    expect(await having('trainer', admin)).toEqual([both.email]);
    expect(await having('project_admin', admin)).toEqual([both.email, runner.email]);
    expect(await having('admin', admin)).toEqual([both.email, admin.email, runner.email]);
    expect(await having('TRAIN', admin)).toEqual([both.email]);
    expect(await having('project%admin', admin)).toEqual([]);
    // The runner sees the user both, but not the role in Beta.
    expect(await having('project_admin', runner)).toEqual([runner.email]);
    expect(await having('project_admin', both)).toEqual([both.email]);
    expect(await having('trainer', stranger)).toEqual([]);
    for (const [filters, pointer] of [
      [{ roles: { eq: 'trainer' } }, 'filters/roles/eq'],
      [{ roles: { contains: 7 } }, 'filters/roles/contains'],
    ] as const) {
      const refused = await users.query({ filters });
      expect(refused.status).toBe(400);
      expect((await problemIn(refused)).errors?.[0]?.pointer).toBe(pointer);
    }
    const meta = listMetaSchema.parse(await (await users.get('_meta')).json());
    expect(meta.fields.find(({ name }) => name === 'roles')?.operators).toEqual(['contains']);
  });

  it('USER-40 are listed to callers who see them: all, those of a project, or only themselves', async () => {
    const all = ['both', 'manager', 'root', 'runner', 'stranger', 'trainer'];
    const emails = (names: string[]) => names.map((name) => `${name}@example.org`);
    for (const user of [admin, manager]) expect(await seenBy(user)).toEqual(emails(all));
    expect(await seenBy(runner)).toEqual(emails(['both', 'runner', 'trainer']));
    expect(await seenBy(trainer)).toEqual([trainer.email]);
    expect((await users.as(runner).get(stranger.id)).status).toBe(404);
    expect((await users.as(stranger).get(stranger.id)).status).toBe(200);
    expect((await users.list({ search: 'RUNN' })).items).toHaveLength(1);
  });

  it('USER-41 show their roles by project, to others only in projects whose users they see', async () => {
    expect(await rolesOf(admin, admin)).toEqual({ global: 'admin' });
    const everywhere = { [alpha]: 'trainer', [beta]: 'project_admin' };
    expect(await rolesOf(both, admin)).toEqual(everywhere);
    expect(await rolesOf(both, both)).toEqual(everywhere);
    expect(await rolesOf(both, runner)).toEqual({ [alpha]: 'trainer' });
    const [listed] = (await users.as(runner).list({ search: 'both' })).items;
    expect(listed?.['roles']).toEqual({ [alpha]: 'trainer' });
  });

  it('USER-41 show their pods, to others only where they see the users and the members of pods', async () => {
    const podsOf = async (user: TestUser, reader: TestUser) =>
      (await itemIn(await users.as(reader).get(user.id)))['pods'];
    await db.query("INSERT INTO core.pod_member (pod_name, user_email) VALUES ('Orion', $1)", [
      both.email,
    ]);
    for (const reader of [admin, runner, both]) {
      expect(await podsOf(both, reader)).toEqual({ Orion: 'trainer' });
    }
    expect(await podsOf(stranger, admin)).toEqual({});
    // The manager sees all users, and no members of pods.
    expect(await podsOf(both, manager)).toEqual({});
    await db.query("UPDATE core.pod SET project_id = $1 WHERE name = 'Orion'", [beta]);
    expect(await podsOf(both, runner)).toEqual({});
    expect(await podsOf(both, admin)).toEqual({ Orion: 'trainer' });
    await db.query("UPDATE core.pod SET project_id = $1 WHERE name = 'Orion'", [alpha]);
  });

  it('CRUD-134 are found without capitals and accents, by search and filters', async () => {
    const { id } = await users.as(manager).created({ email: 'zg@example.org', name: 'Zoë Groß' });
    const found = async (query: object) =>
      (await users.list({ ...query })).items.map((item) => item['id']);
    expect(await found({ search: 'ZOE gröss' })).toEqual([id]);
    expect(await found({ filters: { name: { starts_with: 'zoe' } } })).toEqual([id]);
    expect(await found({ filters: { name: { contains: 'É GROSS' } } })).toEqual([id]);
    expect(await found({ filters: { name: { starts_with: 'gross' } } })).toEqual([]);
    expect(await found({ search: 'ZOE%gröss' })).toEqual([]);
    expect((await users.delete(id)).status).toBe(204);
  });

  it('USER-42 are created before they first sign in, with a unique email', async () => {
    const created = await users.as(manager).created({ email: ' New@Example.com ', name: 'New' });
    expect(created).toMatchObject({ email: 'new@example.com', is_active: true, roles: {} });
    await signIn(server.baseUrl, 'new@example.com');
    expect((await users.list({ search: 'new@' })).items).toMatchObject([{ id: created['id'] }]);
    const again = await users.create({ email: 'new@example.com' });
    expect(again.status).toBe(409);
    expect((await problemIn(again)).errors?.[0]?.pointer).toBe('/email');
    const renamed = await users.update(created['id'], { email: 'other@example.com' });
    expect(renamed.status).toBe(400);
    expect((await problemIn(renamed)).errors?.[0]?.pointer).toBe('/email');
    expect((await users.as(runner).create({ email: 'x@example.com' })).status).toBe(403);
  });

  it('USER-43 lose access when deactivated, and get it back for API tokens when activated', async () => {
    const me = `${server.baseUrl}/api/v1/auth/profile/me`;
    const leaver = await createUser(db, 'leaver@example.com');
    const { access_token: session } = await signIn(server.baseUrl, leaver.email);
    expect((await users.as(manager).update(leaver.id, { is_active: false })).status).toBe(200);
    for (const token of [leaver.token, session]) expect((await get(me, token)).status).toBe(401);
    expect((await users.update(leaver.id, { is_active: true })).status).toBe(200);
    expect((await get(me, leaver.token)).status).toBe(200);
    expect((await get(me, session)).status).toBe(401);
    const again = await signIn(server.baseUrl, leaver.email);
    expect((await get(me, again.access_token)).status).toBe(200);
  });

  it('USER-44 cannot be deactivated or deleted by themselves or by a user with fewer permissions', async () => {
    for (const [user, victim, status] of [
      [manager, manager, 409],
      [admin, admin, 409],
      [manager, admin, 403],
      [manager, both, 403],
      [runner, trainer, 403],
      [admin, both, 200],
    ] as const) {
      const change = await users.as(user).update(victim.id, { is_active: false });
      expect(change.status).toBe(status);
      const deletion = await users.as(user).delete(victim.id);
      expect(deletion.status).toBe(status === 200 ? 204 : status);
    }
    expect((await users.as(manager).update(admin.id, { name: 'Root' })).status).toBe(200);
    expect((await users.get(both.id)).status).toBe(404);
  });

  it('USER-45 are deleted with their roles, pod memberships and tokens, unless they have uploads', async () => {
    expect((await users.as(manager).delete(trainer.id)).status).toBe(204);
    expect(await db.query('SELECT FROM core.pod_member')).toEqual([]);
    await db.query(
      `INSERT INTO core.task_import (id, uploaded_by, file_name, store_key, sha256, bytes_total)
       VALUES ($1, $2, 'tasks.json', 'key', repeat('0', 64), 2)`,
      [randomUUID(), stranger.id],
    );
    const refusal = await users.delete(stranger.id);
    expect(refusal.status).toBe(409);
    expect((await problemIn(refusal)).detail).toBe('This user is still used by 1 import');
  });

  it('USER-47 have the same Slack id in profile and list, empty if there is none', async () => {
    const slackIdOf = async () => {
      const profile = await get(
        `${server.baseUrl}/api/v1/auth/users/${trainer.id}/profile`,
        admin.token,
      );
      const [listed] = (await users.list({ search: 'trainer' })).items;
      return [profileSchema.parse(await profile.json()).slack_id, listed?.['slack_id']];
    };
    expect(await slackIdOf()).toEqual(['', '']);
    for (const [given, stored] of [
      [' U1 ', 'U1'],
      [null, ''],
      ['U2', 'U2'],
      [' ', ''],
    ]) {
      expect((await users.update(trainer.id, { slack_id: given })).status).toBe(200);
      expect(await slackIdOf()).toEqual([stored, stored]);
    }
    expect(await users.created({ email: 'new@example.org' })).toMatchObject({ slack_id: '' });
    expect((await users.list({ filters: { slack_id: '' }, size: 1 })).total).toBe(7);
  });

  it('USER-66 get a role in all projects by form and in bulk, and lose it', async () => {
    const keeper = await createUser(db, 'keeper@example.org');
    await assignRole(db, keeper, 0, 'keeping');
    const globalOf = async (user: TestUser, reader = admin) =>
      (await itemIn(await users.as(reader).get(user.id)))['global_role'];
    const ids = [both.id, trainer.id];
    const bulk = (by: TestUser, role: string | null) =>
      users.as(by).call('POST', { path: 'bulk', body: { ids, change: { global_role: role } } });
    expect((await bulk(admin, 'trainer')).status).toBe(200);
    expect(await rolesOf(both, admin)).toMatchObject({ global: 'trainer', [alpha]: 'trainer' });
    expect(await globalOf(trainer)).toBe('trainer');
    expect(await globalOf(trainer, trainer)).toBe('trainer');
    expect(await globalOf(trainer, runner)).toBe(null);

    // Only rbac-manage gives roles, and nobody gives or takes more than they have.
    expect((await bulk(manager, 'users')).status).toBe(403);
    const beyond = await problemIn(await bulk(keeper, 'admin'));
    expect(beyond.errors?.map(({ pointer }) => pointer)).toContain('/change/global_role');
    expect(beyond.errors?.map(({ item }) => item)).toContain(String(both.id));
    expect((await users.as(keeper).update(admin.id, { global_role: null })).status).toBe(403);
    expect((await users.as(keeper).update(both.id, { global_role: null })).status).toBe(200);
    expect(await globalOf(both)).toBe(null);
    const unknown = await problemIn(await users.update(both.id, { global_role: 'emperor' }));
    expect(unknown.errors).toMatchObject([{ pointer: '/global_role' }]);
    expect((await users.update(admin.id, { global_role: null })).status).toBe(409);
    const sorted = await users.get('?sort_by=global_role');
    expect((await problemIn(sorted)).errors).toMatchObject([{ pointer: 'sort_by' }]);
  });

  it('USER-46 have metadata', async () => {
    const meta = async (user: TestUser) =>
      listMetaSchema.parse(await (await users.as(user).get('_meta')).json());
    expect((await meta(manager)).operations).toEqual(['create', 'update', 'delete']);
    const { operations, fields } = await meta(runner);
    expect(operations).toEqual([]);
    expect(fields.find(({ name }) => name === 'roles')).toMatchObject({
      type: 'dict',
      read_only: true,
      operators: ['contains'],
    });
    const zones = fields.find(({ name }) => name === 'timezone')?.enum;
    expect(zones).toEqual(expect.arrayContaining(['UTC+5:30', 'Europe/Berlin']));
    expect(fields.find(({ name }) => name === 'email')).toMatchObject({
      create_only: true,
      required: true,
    });
  });
});
