import { type ListedItem, listMetaSchema } from '@portal/contracts/lists';
import { runs } from '@portal/testing/runs';
import { TASK_STATUSES } from '@portal/contracts/constants';
import { PERMISSIONS } from '@portal/contracts/permissions';
import type { Db } from '@portal/persistence/db';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ListClient, itemIn } from '../../testing/list-client.js';
import { assignRole, createUser, createProject, type TestUser } from '../../testing/user.js';
import { problemIn } from '../../testing/requests.js';
import { sharedServer } from '../../testing/shared-server.js';
import type { TestServer } from '../../testing/test-server.js';

let server: TestServer;
let db: Db;
let alpha: number;
let pods: ListClient;
let roles: ListClient;
let targets: ListClient;
let target: ListedItem;
let admin: TestUser;

beforeAll(async () => {
  server = await sharedServer();
  db = server.db;
  alpha = await createProject(db, 'Alpha');
  admin = await createUser(db, 'root@example.org');
  await assignRole(db, admin, 0, 'admin');
  pods = new ListClient(server, 'pods', admin);
  roles = new ListClient(server, 'auth/roles', admin);
  targets = new ListClient(server, 'pod-weekly-targets', admin);
});
beforeEach(async () => {
  await db.query('DELETE FROM core.pod');
  await pods.created({ name: 'Orion', project_id: alpha });
  target = await targets.created({
    pod_name: 'Orion',
    week_start_date: '2026-01-05',
    daily_tasks_target: 10,
    daily_turns_target: 50,
  });
});
afterAll(() => server.stop());

const read = async () => itemIn(await targets.get(String(target['id'])));

describe('writes', () => {
  it('CRUD-10 return a new item with its version and its URL', async () => {
    const answer = await roles.create({ name: 'Guest' });
    expect(answer.status).toBe(201);
    const item = await itemIn(answer);
    expect(answer.headers.get('etag')).toBe(`"${item.version}"`);
    const found = await roles.get(String(item['id']));
    expect(answer.headers.get('location')).toBe(`/api/v1/auth/roles/${String(item['id'])}`);
    expect(found.headers.get('etag')).toBe(`"${item.version}"`);
    expect(await itemIn(found)).toEqual(item);
  });

  it('CRUD-10 refuse missing, unknown, invalid and read-only fields by name', async () => {
    const whole = { name: 'Lyra', project_id: alpha };
    for (const [body, pointer] of [
      [{ name: 'Lyra' }, '/project_id'],
      [{ ...whole, colour: 'red' }, '/colour'],
      [{ ...whole, project_id: 'one' }, '/project_id'],
      [{ ...whole, id: 7 }, '/id'],
      [{ ...whole, created_at: '2026-01-05T00:00:00Z' }, '/created_at'],
      [{ ...whole, version: 'x' }, '/version'],
      [[whole], ''],
    ] as const) {
      const refusal = await pods.create(body);
      expect(refusal.status).toBe(400);
      expect((await problemIn(refusal)).errors?.[0]?.pointer).toBe(pointer);
    }
  });

  it('CRUD-10 list all errors of a body in one response', async () => {
    const pointersOf = async (refusal: Response) => {
      expect(refusal.status).toBe(400);
      return (await problemIn(refusal)).errors?.map(({ pointer }) => pointer).sort();
    };
    const wrong = { id: 7, created_at: null, colour: 'red', 'a/b': 1, name: '' };
    expect(await pointersOf(await pods.create(wrong))).toEqual([
      '/a~1b',
      '/colour',
      '/created_at',
      '/id',
      '/name',
      '/project_id',
    ]);
    const change = { id: -1, updated_at: null, colour: 'red', daily_tasks_target: 0 };
    expect(await pointersOf(await targets.update(target['id'], change))).toEqual([
      '/colour',
      '/daily_tasks_target',
      '/id',
      '/updated_at',
    ]);
    expect(await read()).toEqual(target);
  });

  it('CRUD-11 store only the given fields that differ, and update the time of the change only then', async () => {
    const changed = await itemIn(await targets.update(target['id'], { daily_tasks_target: 11 }));
    expect(changed).toEqual({
      ...target,
      daily_tasks_target: 11,
      updated_at: changed['updated_at'],
      version: changed.version,
    });
    expect(changed['updated_at']).not.toBe(target['updated_at']);
    const same = { id: target['id'], daily_tasks_target: 11 };
    expect(await itemIn(await targets.update(target['id'], same))).toEqual(changed);
    expect(await itemIn(await targets.update(target['id'], {}))).toEqual(changed);
  });

  it('CRUD-11 refuse changes of the key, the timestamps and unknown fields', async () => {
    for (const [body, pointer] of [
      [{ id: Number(target['id']) + 1 }, '/id'],
      [{ updated_at: target['updated_at'] }, '/updated_at'],
      [{ colour: 'red' }, '/colour'],
      [{ daily_tasks_target: null }, '/daily_tasks_target'],
    ] as const) {
      const refusal = await targets.update(target['id'], body);
      expect(refusal.status).toBe(400);
      expect((await problemIn(refusal)).errors?.[0]?.pointer).toBe(pointer);
    }
    expect(await read()).toEqual(target);
  });

  it('CRUD-15 appear in the next list with the same version as alone', async () => {
    const role = await roles.created({ name: 'Watcher', permissions: [] });
    const permissions = fc.subarray([...PERMISSIONS].slice(0, 3));
    const change = fc.record({ goal: fc.integer({ min: 1, max: 3 }), permissions });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 5 }), async (changes) => {
        for (const { goal, permissions: held } of changes) {
          await itemIn(await targets.update(target['id'], { daily_tasks_target: goal }));
          await itemIn(await roles.update(role['id'], { permissions: held }));
          expect((await targets.list()).items).toEqual([await read()]);
          const { items } = await roles.list({ filters: { name: 'Watcher' } });
          expect(items).toEqual([await itemIn(await roles.get(String(role['id'])))]);
          expect(items[0]?.['permissions']).toEqual([...held].sort());
        }
      }),
      { numRuns: runs(2) },
    );
    await roles.delete(role['id']);
  });

  it('CRUD-12 refuse a change of an outdated version, with both values', async () => {
    const etag = `"${target.version}"`;
    const first = await targets.update(target['id'], { daily_tasks_target: 11 }, etag);
    expect(first.status).toBe(200);
    const second = await targets.update(target['id'], { daily_tasks_target: 12 }, etag);
    expect(second.status).toBe(409);
    expect(await problemIn(second)).toMatchObject({
      code: 'conflict',
      errors: [{ pointer: '/daily_tasks_target', stored: 11, sent: 12 }],
    });
    expect((await targets.delete(target['id'], etag)).status).toBe(409);
    expect((await read())['daily_tasks_target']).toBe(11);
    const latest = first.headers.get('etag') ?? '';
    for (const tag of [`W/${latest}`, `"other", ${latest}`, '*']) {
      expect((await targets.update(target['id'], { daily_tasks_target: 11 }, tag)).status).toBe(
        200,
      );
    }
  });

  it('CRUD-12 let the last write win without a version, and the first with one', async () => {
    const etag = `"${target.version}"`;
    const tries = [21, 22, 23, 24].map((daily_tasks_target) => ({ daily_tasks_target }));
    const guarded = await Promise.all(
      tries.map((body) => targets.update(target['id'], body, etag)),
    );
    expect(guarded.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409, 409, 409]);
    const free = await Promise.all(tries.map((body) => targets.update(target['id'], body)));
    expect(free.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  it('CRUD-81 in bulk say of an item that the caller may not know what they say of none', async () => {
    const keeper = await createUser(db, 'keeper@example.org');
    await assignRole(db, keeper, alpha, 'project_admin');
    const beta = await createProject(db, 'Beta');
    const [own, hidden] = [
      await pods.created({ name: 'Lyra', project_id: alpha }),
      await pods.created({ name: 'Vega', project_id: beta }),
    ];
    const rename = (id: unknown) =>
      pods.as(keeper).call('POST', { path: 'bulk', body: { ids: [id], change: { name: 'Mira' } } });
    for (const id of [hidden['id'], 999_999]) {
      const { status, errors } = await problemIn(await rename(id));
      expect([status, errors?.map(({ detail }) => detail)]).toEqual([
        404,
        ['There is no such pod'],
      ]);
    }
    expect((await rename(own['id'])).status).toBe(200);
  });

  it('CRUD-81 in bulk move no item to a project where the caller may not change such items', async () => {
    const uploader = await createUser(db, 'uploader@example.org');
    const beta = await createProject(db, 'Delta');
    const gamma = await createProject(db, 'Gamma');
    for (const project of [alpha, gamma]) await assignRole(db, uploader, project, 'project_admin');
    const own = await pods.created({ name: 'Lyra', project_id: alpha });
    const move = async (project_id: number) =>
      (
        await pods
          .as(uploader)
          .call('POST', { path: 'bulk', body: { ids: [own['id']], change: { project_id } } })
      ).status;
    expect([await move(beta), await move(gamma)]).toEqual([403, 200]);
  });

  it('CRUD-13 delete an item once', async () => {
    expect((await targets.delete(target['id'])).status).toBe(204);
    expect((await targets.delete(target['id'])).status).toBe(404);
    expect((await targets.get(String(target['id']))).status).toBe(404);
    expect((await targets.update(target['id'], {})).status).toBe(404);
    for (const key of ['one', '-1', '1.5', '1e400']) {
      expect((await targets.get(key)).status).toBe(400);
      expect((await targets.delete(key)).status).toBe(400);
    }
  });

  it('CRUD-13 refuse without internal details of the database', async () => {
    for (const refusal of [
      await pods.create({ name: 'Orion', project_id: alpha }),
      await pods.create({ name: 'Lyra', project_id: 4711 }),
    ]) {
      expect(await refusal.text()).not.toMatch(/constraint|_key|_fkey|core\.|violates/);
    }
  });

  it('CRUD-14 have a description of each field for forms', async () => {
    const meta = listMetaSchema.parse(await (await targets.get('_meta')).json());
    const fields = Object.fromEntries(meta.fields.map((field) => [field.name, field]));
    expect(fields['id']).toMatchObject({
      type: 'integer',
      primary_key: true,
      auto_increment: true,
      read_only: true,
      required: false,
    });
    expect(fields['pod_name']).toMatchObject({
      label: 'Pod',
      type: 'string',
      foreign_key: { base: '/pods/', field: 'name', label_field: 'name', candidates: null },
      required: true,
      nullable: false,
      searchable: true,
      max_length: 200,
    });
    expect(fields['week_start_date']).toMatchObject({ type: 'date', required: true });
    expect(fields['week_end_date']).toMatchObject({ type: 'date', required: false });
    expect(fields['daily_tasks_target']).toMatchObject({ minimum: 1, maximum: 100_000 });
    expect(fields['created_at']).toMatchObject({
      type: 'datetime',
      read_only: true,
      default: null,
    });
    const members = new ListClient(server, 'pod-members', await createUser(db, 'x@example.org'));
    const other = listMetaSchema.parse(await (await members.get('_meta')).json());
    expect(other.operations).toEqual([]);
    expect(other.fields.find(({ name }) => name === 'role')).toMatchObject({
      enum: ['lead', 'reviewer', 'trainer'],
      default: 'trainer',
      required: false,
    });
    const fieldOf = async (base: string, name: string) => {
      const list = new ListClient(server, base, admin);
      const { fields: all } = listMetaSchema.parse(await (await list.get('_meta')).json());
      return all.find((field) => field.name === name);
    };
    expect(await fieldOf('tasks/tasks-crud', 'status')).toMatchObject({
      enum: [...TASK_STATUSES],
      enum_is_open: true,
    });
    expect(await fieldOf('audit', 'action')).toMatchObject({
      enum: ['create', 'update', 'delete'],
      enum_is_open: false,
    });
    expect((await fieldOf('audit', 'entity'))?.enum).toEqual(
      expect.arrayContaining(['custom_stat', 'pod', 'project', 'task', 'user_role']),
    );
    const ofRoles = listMetaSchema.parse(await (await roles.get('_meta')).json());
    expect(ofRoles.fields.find(({ name }) => name === 'permissions')).toMatchObject({
      type: 'list',
      enum: null,
      foreign_key: { base: '/auth/permissions/', field: 'name', label_field: 'name' },
      sortable: false,
    });
  });

  it.each(['tasks/tasks-crud', 'pods', 'pod-members', 'pod-weekly-targets', 'audit'])(
    'CRUD-14 of %s refer to lists that can be searched for the text to show',
    async (base) => {
      const metaOf = async (path: string) => {
        const list = new ListClient(server, path, admin);
        return listMetaSchema.parse(await (await list.get('_meta')).json());
      };
      const keys = (await metaOf(base)).fields.flatMap(({ foreign_key }) => foreign_key ?? []);
      expect(keys.length).toBeGreaterThan(0);
      for (const { base: path, field, label_field } of keys) {
        const referenced = path.slice(1, -1);
        const { fields } = await metaOf(referenced);
        expect(fields.map(({ name }) => name)).toContain(field);
        expect(fields.find(({ name }) => name === label_field)?.searchable).toBe(true);
        const list = new ListClient(server, referenced, admin);
        const [first] = (await list.list({ size: 1 })).items;
        const text = String(first?.[label_field]);
        const found = (await list.list({ search: text, size: 100 })).items;
        expect(found.map((item) => item[field])).toContain(first?.[field]);
      }
    },
  );
});
