import { BATCH_STATUSES } from '@portal/contracts/constants';
import { listedItemSchema, listMetaSchema, itemPageSchema } from '@portal/contracts/lists';
import { buildWorld, type TestUser } from '@portal/testing/world';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ListClient, itemIn } from '../../testing/list-client.js';
import { get, problemIn } from '../../testing/requests.js';
import { sharedServer } from '../../testing/shared-server.js';
import type { TestServer } from '../../testing/test-server.js';

let server: TestServer;
let users: Readonly<Record<'root' | 'ann' | 'member' | 'none', TestUser>>;
let alpha: number;
let beta: number;
let batches: ListClient;

/** Both projects have batches of the same ids. */
const BATCHES = Object.fromEntries(Array.from({ length: 9 }, (_, n) => [n + 1, `Batch ${n % 4}`]));

beforeAll(async () => {
  server = await sharedServer();
  const world = await buildWorld(server.db, {
    projects: { Alpha: { batches: BATCHES }, Beta: { batches: BATCHES } },
    users: {
      root: { roles: { 'All Projects': 'admin' } },
      ann: { roles: { Alpha: 'project_admin' } },
      member: { roles: { Alpha: 'project_member' } },
      none: {},
    },
  });
  ({ users } = world);
  ({ Alpha: alpha, Beta: beta } = world.projects);
  await server.db.query(
    `UPDATE core.batch SET status = ($1::text[])[1 + turing_batch_id % 5],
       created_at = timestamptz '2026-01-05' + turing_batch_id % 3 * interval '1 hour'`,
    [BATCH_STATUSES],
  );
  batches = new ListClient(server, 'tasks/batches', users.ann);
});
afterAll(() => server.stop());

const keysOf = (items: readonly Record<string, unknown>[]): string[] =>
  items.map(({ project_id: project, turing_batch_id: id }) => `${String(project)},${String(id)}`);

async function walked(query: Record<string, string>, user = users.ann): Promise<string[]> {
  const keys: string[] = [];
  for (let after = ''; ;) {
    const text = new URLSearchParams({ ...query, after }).toString();
    const url = `${server.baseUrl}/api/v1/tasks/batches/?${text}`;
    const answer = await get(url, user.token);
    const page = itemPageSchema(listedItemSchema).parse(await answer.json());
    keys.push(...keysOf(page.items));
    if (page.next === null) return keys;
    after = page.next;
  }
}

describe('the list of batches', () => {
  it('CRUD-131 shows the batches of the projects whose tasks the caller lists', async () => {
    const seen = async (user: TestUser) =>
      keysOf((await batches.as(user).list({ size: 100 })).items);
    const of = (project: number) => Object.keys(BATCHES).map((id) => `${project},${id}`);
    expect(await seen(users.ann)).toEqual(of(alpha));
    expect(await seen(users.root)).toEqual([...of(alpha), ...of(beta)]);
    for (const user of [users.member, users.none]) expect(await seen(user)).toEqual([]);
    const elsewhere = { filters: { project_id: beta } };
    expect(await batches.list(elsewhere)).toMatchObject({ items: [], total: 0 });
    expect((await batches.as(users.root).list(elsewhere)).total).toBe(9);
    expect((await batches.list({ search: 'BATCH 2' })).items).toMatchObject([
      { turing_batch_id: 3, name: 'Batch 2' },
      { turing_batch_id: 7 },
    ]);
  });

  it('CRUD-132 has keys of two fields, which a page by cursor continues behind', async () => {
    const sorts = ['project_id', 'turing_batch_id', 'name', 'status', 'created_at'];
    for (const user of [users.ann, users.root]) {
      for (const sort_by of sorts) {
        for (const sort_order of ['asc', 'desc']) {
          const whole = (await batches.as(user).list({ sort_by, sort_order, size: 100 })).items;
          for (const size of sort_by === 'name' ? ['1', '4', '18'] : ['4']) {
            expect(await walked({ sort_by, sort_order, size }, user)).toEqual(keysOf(whole));
          }
        }
      }
    }
    const meta = listMetaSchema.parse(await (await batches.get('_meta')).json());
    expect(meta).toMatchObject({
      primary_key: 'project_id,turing_batch_id',
      audit_entity: 'batch',
      operations: [],
    });
    expect(meta.fields.filter((field) => field.primary_key).map(({ name }) => name)).toEqual([
      'project_id',
      'turing_batch_id',
    ]);
  });

  it('CRUD-132 finds a single item by the values of its key', async () => {
    const [, second] = (await batches.list()).items;
    const answer = await batches.get(`${alpha},2`);
    expect(await itemIn(answer)).toEqual(second);
    expect(answer.headers.get('etag')).toBe(`"${second?.version}"`);
    expect((await batches.get(`${alpha},99`)).status).toBe(404);
    expect((await batches.as(users.member).get(`${alpha},2`)).status).toBe(403);
    expect((await batches.get(`${beta},2`)).status).toBe(404);
    for (const wrong of ['2', `${alpha},2,3`, `${alpha},x`, `${alpha}/2`]) {
      const refused = await problemIn(await batches.get(encodeURIComponent(wrong)));
      expect(refused).toMatchObject({
        code: 'invalid-input',
        errors: [{ pointer: 'project_id,turing_batch_id' }],
      });
    }
  });

  it('CRUD-131 is exported in each format', async () => {
    const fields = 'turing_batch_id,name';
    const exported = async (format: string) =>
      (await batches.get(`export?format=${format}&fields=${fields}`)).text();
    expect(await exported('csv')).toMatch(/^turing_batch_id,name\r\n1,Batch 0\r\n2,Batch 1\r\n/);
    expect(JSON.parse(await exported('json'))).toHaveLength(9);
    expect((await exported('ndjson')).split('\n')[0]).toBe(
      '{"turing_batch_id":1,"name":"Batch 0"}',
    );
  });

  it('CRUD-131 is not changed by it', async () => {
    for (const method of ['PATCH', 'DELETE']) {
      expect((await batches.call(method, { path: `${alpha},1`, body: {} })).status).toBe(405);
    }
    expect((await batches.create({})).status).toBe(405);
  });
});
