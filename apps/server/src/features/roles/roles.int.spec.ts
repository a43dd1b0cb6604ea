import { listMetaSchema } from '@portal/contracts/lists';
import { PERMISSIONS } from '@portal/contracts/permissions';
import { userAccessSchema } from '@portal/contracts/user-access';
import type { Db } from '@portal/persistence/db';
import { signIn } from '@portal/testing/sign-in';
import { decodeJwt } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ListClient, itemIn } from '../../testing/list-client.js';
import { assignRole, createUser, createProject, type TestUser } from '../../testing/user.js';
import { get, problemIn } from '../../testing/requests.js';
import { sharedServer } from '../../testing/shared-server.js';
import type { TestServer } from '../../testing/test-server.js';

let server: TestServer;
let db: Db;
let alpha: number;
let admin: TestUser;
/** Manages the project Alpha. */
let runner: TestUser;
/** Has rbac-manage in Alpha only. */
let local: TestUser;
let nobody: TestUser;
let roles: ListClient;
let permissions: ListClient;

beforeAll(async () => {
  server = await sharedServer();
  db = server.db;
  alpha = await createProject(db, 'Alpha');
  [admin, runner, local, nobody] = [
    await createUser(db, 'root@example.org'),
    await createUser(db, 'runner@example.org'),
    await createUser(db, 'local@example.org'),
    await createUser(db, 'nobody@example.org'),
  ];
  await assignRole(db, admin, 0, 'admin');
  await assignRole(db, runner, alpha, 'project_admin');
  roles = new ListClient(server, 'auth/roles', admin);
  permissions = new ListClient(server, 'auth/permissions', admin);
  await roles.created({ name: 'local', permissions: ['rbac-manage'] });
  await assignRole(db, local, alpha, 'local');
});
afterEach(async () => {
  await assignRole(db, nobody, 0, null);
  await assignRole(db, nobody, alpha, null);
  await db.query("DELETE FROM core.role WHERE name LIKE 'spec%'");
  await db.query("DELETE FROM core.permission WHERE name LIKE 'spec%'");
});
afterAll(() => server.stop());

const roleNamed = async (name: string) => {
  const [role] = (await roles.list({ filters: { name } })).items;
  if (!role) throw new Error(`there is no role ${name}`);
  return role;
};

describe('roles', () => {
  it('CRUD-30 are read with rbac-manage, project-manage, user-view or user-manage in any project', async () => {
    const { total } = await roles.list();
    expect(total).toBeGreaterThan(7);
    for (const reader of [runner, local]) {
      expect((await roles.as(reader).list({ size: 1 })).total).toBe(total);
    }
    expect((await roles.as(nobody).list()).total).toBe(0);
    await roles.created({ name: 'spec', permissions: ['project-manage'] });
    await assignRole(db, nobody, alpha, 'spec');
    const [known] = (await roles.as(nobody).list({ search: 'reviewer' })).items;
    expect(known).toMatchObject({
      name: 'reviewer',
      permissions: ['pod-info-public-view', 'trainer-feedback-add'],
    });
    expect(known?.['description']).toBeTypeOf('string');
    await assignRole(db, nobody, alpha, null);
    const { id } = await roleNamed('admin');
    expect((await roles.as(runner).get(String(id))).status).toBe(200);
    expect((await roles.as(nobody).get(String(id))).status).toBe(404);
  });

  it('CRUD-30 are changed with rbac-manage in project 0', async () => {
    const { id } = await roles.created({ name: 'spec' });
    for (const user of [runner, local]) {
      expect((await roles.as(user).create({ name: 'spec 2' })).status).toBe(403);
      expect((await roles.as(user).update(id, { name: 'spec 2' })).status).toBe(403);
      expect((await roles.as(user).delete(id)).status).toBe(403);
      const meta = listMetaSchema.parse(await (await roles.as(user).get('_meta')).json());
      expect(meta.operations).toEqual([]);
    }
    expect((await roles.as(nobody).delete(id)).status).toBe(404);
    expect((await roles.delete(id)).status).toBe(204);
  });

  it('CRUD-31 are stored with their permissions', async () => {
    const role = await roles.created({
      name: 'spec',
      permissions: ['user-view', 'data-upload', 'user-view'],
    });
    expect(role).toMatchObject({ description: '', permissions: ['data-upload', 'user-view'] });
    const changed = await itemIn(
      await roles.update(role['id'], { permissions: ['user-view', 'admin-view'] }),
    );
    expect(changed['permissions']).toEqual(['admin-view', 'user-view']);
    expect(changed.version).not.toBe(role.version);
    const found = await roles.list({ filters: { permissions: { contains: 'data-upload' } } });
    expect(found.items.map(({ name }) => name)).toEqual(['project_admin']);
    const wrong = await roles.update(role['id'], { permissions: ['fly', 'Fly'] });
    expect(wrong.status).toBe(400);
    expect((await problemIn(wrong)).errors?.[0]?.pointer).toBe('/permissions/1');
  });

  it('CRUD-31 give their permissions from the next request', async () => {
    const { id } = await roles.created({ name: 'spec' });
    await assignRole(db, nobody, alpha, 'spec');
    expect((await roles.as(nobody).list()).total).toBe(0);
    await roles.update(id, { permissions: ['user-view'] });
    expect((await roles.as(nobody).list()).total).toBeGreaterThan(0);
  });

  it('CRUD-35 can get only permissions that the editing user has in all projects', async () => {
    await roles.created({ name: 'spec', permissions: ['rbac-manage', 'user-view'] });
    await assignRole(db, nobody, 0, 'spec');
    const own = roles.as(nobody);
    const guest = await own.created({ name: 'spec 2', permissions: ['user-view'] });
    for (const refusal of [
      await own.create({ name: 'spec 3', permissions: ['full-access'] }),
      await own.update(guest['id'], { permissions: ['user-view', 'full-access'] }),
    ]) {
      expect(refusal.status).toBe(403);
      expect((await problemIn(refusal)).errors).toEqual([
        {
          pointer: '/permissions',
          detail: 'needs permissions that you do not have: full-access in all projects',
        },
      ]);
    }
    const { id } = await roleNamed('project_member');
    const kept = ['pod-info-public-view', 'user-view'];
    expect((await own.update(id, { permissions: kept })).status).toBe(200);
    expect((await own.update(id, { permissions: kept.slice(0, 1) })).status).toBe(200);
  });

  it('CRUD-35 are renamed, emptied and deleted only with all permissions that this takes', async () => {
    await roles.created({ name: 'spec', permissions: ['rbac-manage', 'user-view'] });
    await assignRole(db, nobody, 0, 'spec');
    const own = roles.as(nobody);
    const lead = await roleNamed('project_lead');
    const strong = await roles.created({ name: 'spec 2', permissions: ['full-access'] });
    for (const refusal of [
      await own.update(lead['id'], { permissions: [] }),
      await own.update(strong['id'], { name: 'spec 3' }),
      await own.delete(strong['id']),
    ]) {
      expect(refusal.status).toBe(403);
    }
    expect((await own.update(strong['id'], { description: 'Strong' })).status).toBe(200);
    expect(await roleNamed('project_lead')).toEqual(lead);
    const weak = await own.created({ name: 'spec 4', permissions: ['user-view'] });
    expect((await own.update(weak['id'], { name: 'spec 5', permissions: [] })).status).toBe(200);
    expect((await own.delete(weak['id'])).status).toBe(204);
  });

  it('CRUD-32 in use cannot be deleted, and the refusal counts their assignments', async () => {
    const refusal = await roles.delete((await roleNamed('project_admin'))['id']);
    expect(refusal.status).toBe(409);
    expect((await problemIn(refusal)).detail).toBe('This role is still used by 1 role assignment');
    const { id } = await roles.created({ name: 'spec', permissions: ['user-view'] });
    expect((await roles.delete(id)).status).toBe(204);
  });

  it('CRUD-37 used as pod roles keep their names', async () => {
    const spare = await roles.created({ name: 'spare', permissions: ['full-access'] });
    for (const name of ['pod-lead', 'reviewer', 'trainer']) {
      const { id } = await roleNamed(name);
      expect((await roles.delete(id)).status).toBe(409);
      const renamed = await roles.update(id, { name: 'other' });
      expect(renamed.status).toBe(409);
      expect((await problemIn(renamed)).detail).toContain('Pods use this role by name');
      expect((await roles.update(spare['id'], { name })).status).toBe(409);
      expect((await roles.update(id, { name, description: 'As before' })).status).toBe(200);
    }
    expect((await roles.update(spare['id'], { name: 'rest' })).status).toBe(200);
    expect((await roles.delete(spare['id'])).status).toBe(204);
  });

  it('CRUD-33 keep one active user with full access to all projects', async () => {
    const { id } = await roleNamed('admin');
    const alone = await roles.update(id, { permissions: ['rbac-manage'] });
    expect(alone.status).toBe(409);
    expect((await problemIn(alone)).detail).toContain('full access');
    expect((await roleNamed('admin'))['permissions']).toEqual(['full-access']);

    const second = await roles.created({ name: 'spec', permissions: ['full-access'] });
    await assignRole(db, nobody, 0, 'spec');
    expect((await roles.update(id, { permissions: ['rbac-manage'] })).status).toBe(200);
    expect((await roles.as(nobody).update(second['id'], { permissions: [] })).status).toBe(409);
    // The first admin no longer has what they would take.
    expect((await roles.update(second['id'], { permissions: [] })).status).toBe(403);
    const back = await roles.as(nobody).update(id, { permissions: ['full-access'] });
    expect(back.status).toBe(200);
  });

  it('CRUD-33 keep one also when two users remove each other concurrently', async () => {
    const { id } = await roleNamed('admin');
    const second = await roles.created({ name: 'spec', permissions: ['full-access'] });
    await assignRole(db, nobody, 0, 'spec');
    const answers = await Promise.all([
      roles.update(id, { permissions: ['rbac-manage'] }),
      roles.as(nobody).update(second['id'], { permissions: [] }),
    ]);
    const stillThere = await db.query<unknown>(
      `SELECT FROM core.user_role WHERE project_id = 0 AND core.gives_full_access(role_id)`,
    );
    expect(stillThere.length).toBeGreaterThan(0);
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThan(2);
    await db.query(
      `INSERT INTO core.role_permission SELECT $1, id FROM core.permission WHERE name = 'full-access'
       ON CONFLICT DO NOTHING`,
      [id],
    );
  });
});

describe('permissions', () => {
  const detailIn = async (refusal: Response) => {
    expect(refusal.status).toBe(409);
    return (await problemIn(refusal)).detail;
  };

  it('CRUD-34 that the portal checks are marked; only their description changes', async () => {
    const { items } = await permissions.list({ size: 100, filters: { is_shipped: true } });
    expect(items.map(({ name }) => name)).toEqual([...PERMISSIONS].sort());
    const [first] = items;
    const described = await permissions.update(first?.['id'], { description: 'All of it' });
    expect((await itemIn(described))['description']).toBe('All of it');
    for (const refusal of [
      await permissions.update(first?.['id'], { name: 'spec-other' }),
      await permissions.delete(first?.['id']),
      await permissions.call('POST', {
        path: 'bulk',
        body: { ids: [first?.['id']], delete: true },
      }),
    ]) {
      expect(JSON.stringify(await problemIn(refusal))).toContain(
        'The portal checks this permission itself, so it cannot be renamed or deleted',
      );
      expect(refusal.status).toBe(409);
    }
    expect((await permissions.create({ name: 'user-view' })).status).toBe(409);
  });

  it('CRUD-121 are created, changed and deleted while no role has them', async () => {
    const made = await permissions.created({ name: 'spec-2-translate', description: 'Translates' });
    expect(made).toMatchObject({ description: 'Translates', is_shipped: false });
    const renamed = await itemIn(await permissions.update(made['id'], { name: 'spec-3' }));
    expect(renamed['name']).toBe('spec-3');

    const role = await roles.created({ name: 'spec', permissions: ['spec-3', 'user-view'] });
    expect(role['permissions']).toEqual(['spec-3', 'user-view']);
    for (const refusal of [
      await permissions.update(made['id'], { name: 'spec-4' }),
      await permissions.delete(made['id']),
    ]) {
      expect(await detailIn(refusal)).toBe(
        'Roles have this permission; take it from them first: spec',
      );
    }
    expect((await permissions.update(made['id'], { description: '' })).status).toBe(200);
    await itemIn(await roles.update(role['id'], { permissions: [] }));
    expect((await permissions.delete(made['id'])).status).toBe(204);
    const gone = await roles.update(role['id'], { permissions: ['user-view', 'spec-3'] });
    expect(gone.status).toBe(400);
    expect((await problemIn(gone)).errors).toEqual([
      { pointer: '/permissions', detail: 'has unknown permissions: spec-3' },
    ]);
  });

  it.each(['', 'a', 'Spec', '2spec', 'spec_1', 'spec 1', `s${'x'.repeat(64)}`])(
    'CRUD-121 are not named %j',
    async (name) => {
      const refusal = await permissions.create({ name });
      expect(refusal.status).toBe(400);
      expect((await problemIn(refusal)).errors).toEqual([
        {
          pointer: '/name',
          detail: 'must be 2 to 64 lower-case letters, digits and hyphens, and begin with a letter',
        },
      ]);
      const longest = await permissions.created({ name: `s${'x'.repeat(63)}` });
      expect((await permissions.delete(longest['id'])).status).toBe(204);
    },
  );

  it('CRUD-121 are created and deleted only with rbac-manage in project 0', async () => {
    const made = await permissions.created({ name: 'spec-1' });
    for (const user of [runner, local]) {
      const own = permissions.as(user);
      expect((await own.create({ name: 'spec-2' })).status).toBe(403);
      expect((await own.update(made['id'], { description: 'x' })).status).toBe(403);
      expect((await own.delete(made['id'])).status).toBe(403);
    }
    await roles.created({ name: 'spec', permissions: ['rbac-manage'] });
    await assignRole(db, nobody, 0, 'spec');
    const own = permissions.as(nobody);
    expect((await own.delete((await own.created({ name: 'spec-2' }))['id'])).status).toBe(204);
    expect((await own.delete(made['id'])).status).toBe(204);
    expect((await get(`${server.baseUrl}/api/v1/auth/permissions/`)).status).toBe(401);
  });

  it('CRUD-121 that are deleted at the same time are in no role', async () => {
    for (let round = 0; round < 5; round += 1) {
      const made = await permissions.created({ name: 'spec-1' });
      const answers = await Promise.all([
        permissions.delete(made['id']),
        roles.create({ name: 'spec', permissions: ['spec-1'] }),
      ]);
      expect([
        [204, 400],
        [409, 201],
      ]).toContainEqual(answers.map(({ status }) => status));
      await db.query("DELETE FROM core.role WHERE name = 'spec'");
      await db.query("DELETE FROM core.permission WHERE name = 'spec-1'");
    }
  });

  it('PERM-71 are held, given and carried by access tokens like those of the portal', async () => {
    await permissions.created({ name: 'spec-1' });
    await roles.created({ name: 'spec', permissions: ['spec-1'] });
    await roles.created({ name: 'spec manager', permissions: ['rbac-manage'] });
    const holder = await createUser(db, 'holder@example.com');
    await assignRole(db, holder, alpha, 'spec');
    const { access_token } = await signIn(server.baseUrl, holder.email);
    expect(decodeJwt(access_token)['projects_auth']).toEqual([
      { project_id: alpha, project_name: 'Alpha', permissions: ['spec-1'] },
    ]);
    const byApiToken = await get(`${server.baseUrl}/api/v1/projects/`, holder.token);
    expect(await byApiToken.json()).toMatchObject([{ name: 'Alpha' }]);
    const path = `${server.baseUrl}/api/v1/auth/users/${holder.id}/access`;
    const access = userAccessSchema.parse(await (await get(path, admin.token)).json());
    expect(access.projects).toMatchObject([
      { permissions: ['spec-1'], sources: [{ role: 'spec', permissions: ['spec-1'] }] },
    ]);

    // The manager of all roles lacks it, so can neither give nor take it.
    await assignRole(db, local, 0, 'spec manager');
    const { id } = await roleNamed('spec');
    const refusal = await roles.as(local).update(id, { permissions: [] });
    expect(refusal.status).toBe(403);
    expect((await problemIn(refusal)).detail).toContain('spec-1 in all projects');
    expect((await roles.as(local).create({ name: 'x', permissions: ['spec-1'] })).status).toBe(403);
    expect((await roles.update(id, { permissions: [] })).status).toBe(200);
    await assignRole(db, local, 0, null);
    await assignRole(db, holder, alpha, null);
  });

  it('CRUD-34 and roles list in their metadata the operations that are allowed', async () => {
    const metaOf = async (list: ListClient) =>
      listMetaSchema.parse(await (await list.get('_meta')).json());
    for (const list of [permissions, roles]) {
      expect((await metaOf(list)).operations).toEqual(['create', 'update', 'delete']);
      expect((await metaOf(list.as(runner))).operations).toEqual([]);
    }
  });
});
