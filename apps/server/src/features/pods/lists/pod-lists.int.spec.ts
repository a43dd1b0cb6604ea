import { AUDIT_GROUP_HEADER, listMetaSchema } from '@portal/contracts/lists';
import type { Db } from '@portal/persistence/db';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ListClient, itemIn } from '../../../testing/list-client.js';
import type { TestUser } from '../../../testing/user.js';
import { get, post, problemIn } from '../../../testing/requests.js';
import type { TestServer } from '../../../testing/test-server.js';
import { openPodListsWorld } from '../spec-support/pod-lists-world.js';

let server: TestServer;
let db: Db;
let alpha: number;
let beta: number;
let admin: TestUser;
/** Manages the pods of Alpha. */
let lead: TestUser;
/** Sees users and pods in Alpha. */
let viewer: TestUser;
/** A trainer of Orion, without any permission. */
let trainer: TestUser;
let pods: ListClient;
let members: ListClient;
let targets: ListClient;

beforeAll(async () => {
  ({ server, db, alpha, beta, admin, lead, viewer, trainer, pods, members, targets } =
    await openPodListsWorld());
});
beforeEach(async () => {
  await db.query('DELETE FROM core.pod');
  await pods.created({ name: 'Orion', project_id: alpha });
  await pods.created({ name: 'Lyra', project_id: alpha, description: 'Six strings' });
  await pods.created({ name: 'Cygnus', project_id: beta });
  await members.created({ pod_name: 'Orion', user_email: trainer.email });
});
afterAll(() => server.stop());

const podNames = async (client: ListClient, query = {}) =>
  (await client.list(query)).items.map(({ name }) => name);
const podNamed = async (name: string) => (await pods.list({ filters: { name } })).items[0];

describe('pods', () => {
  it('CRUD-20 are visible to members of the pod and to users who see or manage pods in its project', async () => {
    expect(await podNames(pods)).toEqual(['Cygnus', 'Lyra', 'Orion']);
    expect(await podNames(pods.as(lead))).toEqual(['Lyra', 'Orion']);
    expect(await podNames(pods.as(viewer))).toEqual(['Lyra', 'Orion']);
    expect(await podNames(pods.as(trainer))).toEqual(['Orion']);
    expect((await pods.as(trainer).list({ filters: { project_id: beta } })).total).toBe(0);
  });

  it('CRUD-20 are changed with pod-manage in their project, and in the new project if moved', async () => {
    const [orion, cygnus] = [await podNamed('Orion'), await podNamed('Cygnus')];
    const change = { description: 'New' };
    expect((await pods.as(lead).update(orion?.['id'], change)).status).toBe(200);
    expect((await pods.as(viewer).update(orion?.['id'], change)).status).toBe(403);
    expect((await pods.as(lead).update(cygnus?.['id'], change)).status).toBe(404);
    const moved = await pods.as(lead).update(orion?.['id'], { project_id: beta });
    expect(moved.status).toBe(403);
    expect((await problemIn(moved)).errors?.[0]?.pointer).toBe('/project_id');
    expect((await pods.update(orion?.['id'], { project_id: beta })).status).toBe(200);
    expect(await podNames(pods.as(lead))).toEqual(['Lyra']);
  });

  it('CRUD-20 are created and deleted with pod-manage', async () => {
    expect((await pods.as(lead).create({ name: 'Draco', project_id: beta })).status).toBe(403);
    expect((await pods.as(viewer).create({ name: 'Draco', project_id: alpha })).status).toBe(403);
    const draco = await pods.as(lead).created({ name: 'Draco', project_id: alpha });
    expect((await pods.as(viewer).delete(draco['id'])).status).toBe(403);
    expect((await pods.as(trainer).delete(draco['id'])).status).toBe(404);
    expect((await pods.as(lead).delete(draco['id'])).status).toBe(204);
    expect(await podNamed('Draco')).toBeUndefined();
  });

  it('CRUD-21 have a unique name of 1 to 200 characters, without a leading underscore, other than export, with more than dots and with a visible character', async () => {
    for (const name of ['_meta', 'export', ' ', '\u200b', '.', '..', 'x'.repeat(201), 7]) {
      const answer = await pods.create({ name, project_id: alpha });
      expect(answer.status).toBe(400);
      expect((await problemIn(answer)).errors?.[0]?.pointer).toBe('/name');
      const renamed = await pods.update((await podNamed('Orion'))?.['id'], { name });
      expect((await problemIn(renamed)).errors?.[0]?.pointer).toBe('/name');
    }
    const taken = await pods.create({ name: ' Orion ', project_id: beta });
    expect(taken.status).toBe(409);
    expect(await problemIn(taken)).toMatchObject({
      detail: 'Name is taken by another pod',
      errors: [{ pointer: '/name' }],
    });
    const nowhere = await pods.create({ name: 'Draco', project_id: 4711 });
    expect(nowhere.status).toBe(400);
    expect((await problemIn(nowhere)).errors).toEqual([
      { pointer: '/project_id', detail: 'does not exist' },
    ]);
    expect((await pods.create({ name: 'Draco', project_id: 0 })).status).toBe(400);
    expect((await pods.create({ name: '...', project_id: alpha })).status).toBe(201);
    expect((await pods.create({ name: 'Export', project_id: alpha })).status).toBe(201);
  });

  it('POD-18 have no names of digits alone, by no way', async () => {
    const { id: keyOfAA } = await pods.created({ name: 'AA', project_id: alpha });
    const named = await pods.create({ name: String(keyOfAA), project_id: alpha });
    expect(named.status).toBe(400);
    expect((await problemIn(named)).errors).toEqual([
      { pointer: '/name', detail: 'must not be digits alone: that is an id' },
    ]);
    expect((await pods.update(keyOfAA, { name: '007' })).status).toBe(400);
    const bulk = await pods.call('POST', {
      path: 'bulk',
      body: { ids: [keyOfAA], set: { name: '7' } },
    });
    expect(bulk.status).toBe(400);
    // Of version 0.2.0: the change of its name is not undone, the one of its description is.
    await db.query(`INSERT INTO core.pod (name, project_id) VALUES ('4711', $1)`, [alpha]);
    const groupOf = (answer: Response) => answer.headers.get(AUDIT_GROUP_HEADER) ?? '';
    const undo = (group: string) =>
      post(`${server.baseUrl}/api/v1/audit/${group}/undo`, {}, admin.token);
    const lastGroup = async () => {
      const [last] = await db.query<{ group: string }>(
        'SELECT group_id::text AS group FROM core.audit ORDER BY id DESC LIMIT 1',
      );
      return last?.group ?? '';
    };
    expect((await pods.update('4711', { description: 'Old' })).status).toBe(200);
    expect((await undo(await lastGroup())).status).toBe(200);
    expect((await pods.update('4711', { name: 'Named' })).status).toBe(200);
    const refused = await undo(await lastGroup());
    expect([refused.status, (await problemIn(refused)).detail]).toEqual([
      409,
      expect.stringContaining('had a name of digits alone, which would be taken for an id'),
    ]);
    const deleted = await pods.delete('Named');
    expect((await undo(groupOf(deleted))).status).toBe(200);
  });

  it('POD-18 of an older version with such a name have it in every URL', async () => {
    const { id } = await pods.created({ name: 'AA', project_id: beta });
    const name = String(id);
    await db.query(`INSERT INTO core.pod (name, project_id) VALUES ($1, $2)`, [name, alpha]);
    const url = (path: string) => `${server.baseUrl}/api/v1/pods/${path}`;
    expect(await (await get(url(name), admin.token)).json()).toMatchObject({ project_id: alpha });
    expect(await itemIn(await pods.update(name, { description: 'Old' }))).toMatchObject({
      ...{ name, description: 'Old' },
    });
    expect((await pods.delete(name)).status).toBe(204);
    expect((await podNamed('AA'))?.['id']).toBe(id);
    // Without it the digits are an id again.
    expect(await itemIn(await pods.update(name, { description: 'By id' }))).toMatchObject({ id });
    // Who may not know the one with the name means the id.
    await db.query(`UPDATE core.pod SET project_id = $1 WHERE id = $2`, [alpha, id]);
    await db.query(`INSERT INTO core.pod (name, project_id) VALUES ($1, $2)`, [name, beta]);
    expect(await itemIn(await pods.as(lead).update(name, { description: 'Mine' }))).toMatchObject({
      id,
    });
  });

  it('CRUD-22 keep their members and targets when renamed, and lose them when deleted', async () => {
    await targets.created({
      pod_name: 'Orion',
      week_start_date: '2026-01-05',
      daily_tasks_target: 1,
      daily_turns_target: 1,
    });
    const id = (await podNamed('Orion'))?.['id'];
    expect((await itemIn(await pods.update(id, { name: 'Vega' })))['name']).toBe('Vega');
    for (const list of [members, targets]) {
      expect((await list.list({ filters: { 'pod.name': 'Vega' } })).total).toBe(1);
    }
    expect((await pods.delete(id)).status).toBe(204);
    for (const list of [members, targets]) expect((await list.list()).total).toBe(0);
  });

  it('CRUD-1 leave a single pod to the call by name', async () => {
    const id = (await podNamed('Orion'))?.['id'];
    expect((await pods.get(String(id))).status).toBe(404);
    const created = await pods.create({ name: 'Ursa Minor/2', project_id: alpha });
    const location = created.headers.get('location') ?? '';
    expect(location).toBe('/api/v1/pods/Ursa%20Minor%2F2');
    expect((await get(`${server.baseUrl}${location}`, admin.token)).status).toBe(200);
    expect((await pods.get('_meta')).status).toBe(200);
  });

  it('CRUD-1 have metadata', async () => {
    const meta = listMetaSchema.parse(await (await pods.get('_meta')).json());
    expect(meta).toMatchObject({
      base: '/pods/',
      label_plural: 'Pods',
      primary_key: 'id',
      default_sort: { sort_by: 'name', sort_order: 'asc' },
      operations: ['create', 'update', 'delete'],
    });
  });

  it.each([
    ['auth/permissions', ['permission']],
    ['auth/roles', ['role', 'role_permission', 'user_role']],
    ['auth/users', ['app_user', 'user_role', 'role', 'project', 'pod', 'pod_member']],
    ['pod-members', ['pod_member', 'app_user']],
    ['pods', ['pod', 'project']],
    ['projects/list', ['project', 'user_role']],
  ])('CRUD-1 names the tables whose rows a list shows: %s', async (base, tables) => {
    const list = new ListClient(server, base, admin);
    expect(listMetaSchema.parse(await (await list.get('_meta')).json()).reads).toEqual(tables);
  });
});
