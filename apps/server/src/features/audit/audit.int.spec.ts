import { AUDIT_GROUP_HEADER, listMetaSchema, MAX_EXACT_TOTAL } from '@portal/contracts/lists';
import type { Db } from '@portal/persistence/db';
import { sql } from '@portal/persistence/sql';
import { buildWorld, type TestUser } from '@portal/testing/world';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ListClient } from '../../testing/list-client.js';
import { post, problemIn } from '../../testing/requests.js';
import { sharedServer } from '../../testing/shared-server.js';
import type { TestServer } from '../../testing/test-server.js';

const roleSchema = z.object({ role_id: z.number() });

let server: TestServer;
let db: Db;
let alpha: number;
let beta: number;
let admin: TestUser;
let manager: TestUser;
let member: TestUser;
let trainer: TestUser;
let lastOfSetup: number;
let audit: ListClient;
let pods: ListClient;

beforeAll(async () => {
  server = await sharedServer();
  db = server.db;
  const { projects, users } = await buildWorld(db, {
    projects: { Alpha: {}, Beta: {} },
    roles: { manager: ['project-manage'] },
    users: {
      root: { email: 'root@example.org', roles: { 'All Projects': 'admin' } },
      manager: { email: 'manager@example.org', roles: { Alpha: 'manager' } },
      member: { email: 'member@example.org', roles: { Alpha: 'project_admin' } },
      trainer: { email: 'trainer@example.org', roles: { Alpha: 'trainer' } },
    },
  });
  ({ Alpha: alpha, Beta: beta } = projects);
  ({ root: admin, manager, member, trainer } = users);
  audit = new ListClient(server, 'audit', admin);
  pods = new ListClient(server, 'pods', admin);
  await pods.created({ name: 'Orion', project_id: alpha });
  const { id } = await pods.created({ name: 'Lyra', project_id: beta });
  await pods.update(id, { description: 'Six strings' });
  await new ListClient(server, 'auth/roles', admin).created({ name: 'Guest' });
  lastOfSetup = Number((await audit.list()).items[0]?.['id']);
});
afterAll(() => server.stop());

const ofSetup = (filters: object = {}) => ({ filters: { ...filters, id__lte: lastOfSetup } });

const changesIn = async (client: ListClient) =>
  (await client.list(ofSetup())).items.map(({ action, entity, project_id }) => [
    action,
    entity,
    project_id,
  ]);

async function assign(user: TestUser, role: string): Promise<void> {
  const path = `/api/v1/projects/${alpha}/users/${user.id}?role_name=${role}`;
  const { status } = await post(server.baseUrl + path, {}, admin.token);
  expect(status).toBeLessThan(300);
}

describe('audit', () => {
  it('AUD-5 lists all changes, newest first, to those with rbac-manage or project-manage in project 0', async () => {
    expect(await changesIn(audit)).toEqual([
      ['create', 'role', null],
      ['update', 'pod', beta],
      ['create', 'pod', beta],
      ['create', 'pod', alpha],
    ]);
    const { items } = await audit.list({ ...ofSetup(), size: 2 });
    expect(items[1]).toMatchObject({
      actor_email: admin.email,
      before: { description: null },
      after: { description: 'Six strings' },
    });
  });

  it('AUD-5 lists changes of a project to users with the permission there, and none to others', async () => {
    expect(await changesIn(audit.as(manager))).toEqual([['create', 'pod', alpha]]);
    expect(await audit.as(manager).list(ofSetup({ project_id: beta }))).toMatchObject({
      items: [],
      total: 0,
    });
    expect(await changesIn(audit.as(member))).toEqual([]);
  });

  it('AUD-6 filters changes by action, item, user, time and project', async () => {
    const from = new Date(Date.now() - 60_000).toISOString();
    const finds = async (filters: object) => (await audit.list(ofSetup(filters))).total;
    const [latest] = (await audit.list(ofSetup())).items;
    expect(await finds({ entity: 'pod', action: 'create' })).toBe(2);
    expect(await finds({ entity: 'role', entity_id: latest?.['entity_id'] })).toBe(1);
    expect(await finds({ actor_email: admin.email, at__gte: from })).toBe(4);
    expect(await finds({ actor_email: manager.email })).toBe(0);
    const byAdmin = ofSetup({ actor_email: admin.email });
    expect((await audit.as(manager).list(byAdmin)).total).toBe(1);
    expect(await finds({ project_id: { in: [alpha, beta] } })).toBe(3);
    expect(await finds({ at__lt: from })).toBe(0);
  });

  it('AUD-6 cannot be changed', async () => {
    const { operations } = listMetaSchema.parse(await (await audit.get('_meta')).json());
    expect(operations).toEqual([]);
    expect((await audit.create({ action: 'create' })).status).toBe(405);
    const [latest] = (await audit.list()).items;
    expect((await audit.update(latest?.['id'], { action: 'x' })).status).toBe(404);
    expect((await audit.delete(latest?.['id'])).status).toBe(404);
  });

  it('CRUD-9 counts up to a limit, estimates beyond it, and limits the depth of pages', async () => {
    const add = (rows: number) =>
      db.query(
        sql`
          INSERT INTO core.audit (action, entity, entity_id, group_id)
          SELECT 'create', 'spec', n, 0 FROM generate_series(1, $1::int) AS n`,
        [rows],
      );
    const spec = { filters: { entity: 'spec' }, size: 1 };
    await add(MAX_EXACT_TOTAL);
    expect(await audit.list(spec)).toMatchObject({
      total: MAX_EXACT_TOTAL,
      total_is_estimate: false,
    });
    await add(500);
    await db.query('ANALYZE core.audit');
    const { total, total_is_estimate } = await audit.list(spec);
    expect(total_is_estimate).toBe(true);
    expect(total).toBeGreaterThan(MAX_EXACT_TOTAL);
    expect(total).toBeLessThan(MAX_EXACT_TOTAL + 2000);
    expect((await audit.list({ ...spec, page: 10_500 })).items).toHaveLength(1);
    for (const page of [100_001, 10 ** 9]) {
      const answer = await audit.query({ ...spec, page });
      expect(answer.status).toBe(400);
      expect((await problemIn(answer)).errors?.[0]?.pointer).toBe('page');
    }
  });

  it('AUD-16 names the records of a deletion and of a list', async () => {
    const roles = new ListClient(server, 'auth/roles', admin);
    const { id } = await roles.created({ name: 'Short-lived' });
    const response = await roles.delete(id);
    const group = Number(response.headers.get(AUDIT_GROUP_HEADER));
    expect(await audit.list({ filters: { group_id: group } })).toMatchObject({
      items: [{ action: 'delete', entity: 'role', entity_id: String(id) }],
    });
    expect((await roles.delete(id)).headers.get(AUDIT_GROUP_HEADER)).toBeNull();
    const meta = listMetaSchema.parse(await (await roles.get('_meta')).json());
    expect(meta.audit_entity).toBe('role');
  });

  it('AUD-17 has the current name of each item, unless it has left the project', async () => {
    const { id } = await pods.created({ name: 'Cygnus', project_id: alpha });
    await assign(trainer, 'manager');
    const nameOf = async (entity: string, key: string) => {
      const filters = { entity, entity_id: key, action: { in: ['create', 'update'] } };
      const { items } = await audit.list({ filters, sort_by: 'id', sort_order: 'asc' });
      return items[0]?.['entity_name'];
    };
    expect(await nameOf('user_role', `${trainer.id}/${alpha}`)).toBe(trainer.email);
    expect(await nameOf('pod', String(id))).toBe('Cygnus');
    await pods.update(id, { name: 'Swan' });
    expect(await nameOf('pod', String(id))).toBe('Swan');
    await pods.update(id, { project_id: beta });
    expect(await nameOf('pod', String(id))).toBe('');
    await pods.delete(id);
    expect(await nameOf('pod', String(id))).toBe('');
  });

  it('AUD-18 names the roles, users and projects of a change, as far as the caller sees them', async () => {
    await assign(trainer, 'trainer');
    await assign(trainer, 'manager');
    const filters = { entity: 'user_role', entity_id: `${trainer.id}/${alpha}` };
    const [change] = (await audit.as(manager).list({ filters })).items;
    const { before, after } = z.object({ before: roleSchema, after: roleSchema }).parse(change);
    expect(change?.['labels']).toEqual({
      role_id: { [before.role_id]: 'trainer', [after.role_id]: 'manager' },
      project_id: { [alpha]: 'Alpha' },
    });

    const roles = new ListClient(server, 'auth/roles', admin);
    const { id: role } = await roles.created({ name: 'Fleeting' });
    await roles.delete(role);
    const [deleted] = (await audit.list({ filters: { entity_id: String(role), entity: 'role' } }))
      .items;
    expect(deleted?.['labels']).toEqual({});

    const { id } = await pods.created({ name: 'Norma', project_id: beta });
    await pods.update(id, { project_id: alpha });
    const moved = async (client: ListClient) => {
      const found = { entity: 'pod', entity_id: String(id), action: 'update' };
      return (await client.list({ filters: found })).items[0]?.['labels'];
    };
    expect(await moved(audit)).toEqual({ project_id: { [alpha]: 'Alpha', [beta]: 'Beta' } });
    expect(await moved(audit.as(manager))).toEqual({ project_id: { [alpha]: 'Alpha' } });
  });
});
