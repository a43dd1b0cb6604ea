import { changeGroupsSchema } from '@portal/contracts/audit';
import { MAX_LIST_DEPTH } from '@portal/contracts/lists';
import { sql } from '@portal/persistence/sql';
import { buildWorld, type TestUser } from '@portal/testing/world';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ListClient } from '../../testing/list-client.js';
import { get, post, problemIn } from '../../testing/requests.js';
import { sharedServer } from '../../testing/shared-server.js';
import type { TestServer } from '../../testing/test-server.js';

const MEMBERS = 60;

let server: TestServer;
let alpha: number;
let beta: number;
let admin: TestUser;
let manager: TestUser;
let pods: ListClient;

beforeAll(async () => {
  server = await sharedServer();
  const { projects, users } = await buildWorld(server.db, {
    projects: { Alpha: {}, Beta: {} },
    roles: { manager: ['project-manage'] },
    users: {
      root: { email: 'root@example.org', roles: { 'All Projects': 'admin' } },
      manager: { email: 'manager@example.org', roles: { Alpha: 'manager' } },
    },
  });
  ({ Alpha: alpha, Beta: beta } = projects);
  ({ root: admin, manager } = users);
  pods = new ListClient(server, 'pods', admin);
});
afterAll(() => server.stop());

async function groups({ by = admin, ...query }: { by?: TestUser } & Record<string, unknown> = {}) {
  const response = await ask({ size: 100, ...query }, by);
  expect(response.status).toBe(200);
  return changeGroupsSchema.parse(await response.json());
}

function ask(query: Record<string, unknown>, { token }: TestUser = admin) {
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
  return get(`${server.baseUrl}/api/v1/audit/groups?${search}`, token);
}

const kindsOf = ({ kinds }: Awaited<ReturnType<typeof groups>>['items'][number]) =>
  kinds.map(({ count, newest: { action, entity } }) => [action, entity, count]);

/** Creates pods and describes all of them at once. */
async function describeMany(projects: readonly number[], prefix: string) {
  const ids: unknown[] = [];
  for (const [index, project] of projects.entries()) {
    const { id } = await pods.created({ name: `${prefix} ${index}`, project_id: project });
    ids.push(id);
  }
  const response = await pods.call('POST', {
    path: 'bulk',
    body: { ids, change: { description: prefix } },
  });
  expect(response.status).toBe(200);
  return ids;
}

describe('changes by transaction', () => {
  it('OPS-45 are kept for some days, which a 404 says, too', async () => {
    expect((await groups()).kept_days).toBe(400);
    const unknown = await post(`${server.baseUrl}/api/v1/audit/999999999/undo`, {}, admin.token);
    expect(unknown.status).toBe(404);
    const { detail } = await problemIn(unknown);
    expect(detail).toBe('There is no such group of changes; changes are kept for 400 days');
  });

  it('AUD-71 is one item for each, newest first, with the number of its changes by kind', async () => {
    await describeMany(
      Array.from({ length: MEMBERS }, () => alpha),
      'Orion',
    );
    const { items, total, total_is_estimate } = await groups({ size: 10 });
    expect([total, total_is_estimate]).toEqual([MEMBERS + 1, false]);
    expect(items).toHaveLength(10);
    const [bulk, last] = items;
    expect(bulk && kindsOf(bulk)).toEqual([['update', 'pod', MEMBERS]]);
    expect(bulk?.total).toBe(MEMBERS);
    expect(bulk?.kinds[0].newest).toMatchObject({ actor_email: admin.email, project_id: alpha });
    expect(last && kindsOf(last)).toEqual([['create', 'pod', 1]]);

    const second = await groups({ size: 10, page: 2 });
    const ids = [...items, ...second.items].map(({ group_id }) => group_id);
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
    expect(new Set(ids).size).toBe(20);
    expect(await groups({ size: 10, page: 8 })).toMatchObject({ items: [], total: MEMBERS + 1 });
  });

  it('AUD-72 counts only the changes that the caller sees, by kind those that match the filters', async () => {
    const [, inBeta] = await describeMany([alpha, beta, beta], 'Lyra');
    const filters = { entity: 'pod', action: 'update', project_id: { in: [alpha, beta] } };
    const [all] = (await groups({ filters })).items;
    expect(all && [all.total, kindsOf(all)]).toEqual([3, [['update', 'pod', 3]]]);
    const item = { entity: 'pod', entity_id: String(inBeta) };
    const [last, first] = (await groups({ filters: item })).items;
    expect(last && [last.total, kindsOf(last)]).toEqual([3, [['update', 'pod', 1]]]);
    expect(last?.kinds[0].newest.entity_id).toBe(String(inBeta));
    expect(first && kindsOf(first)).toEqual([['create', 'pod', 1]]);

    const [seen] = (await groups({ by: manager, filters })).items;
    expect(seen && [seen.total, kindsOf(seen)]).toEqual([1, [['update', 'pod', 1]]]);
    expect(await groups({ by: manager, filters: item })).toMatchObject({ items: [], total: 0 });
  });

  it('AUD-73 says whether a row has changed since, also by a change that is not listed', async () => {
    const [first] = await describeMany([alpha, alpha], 'Norma');
    const bulk = {
      filters: { entity: 'pod', entity_id: String(first), action: 'update' },
      size: 1,
    };
    const changed = async () => (await groups(bulk)).items[0]?.changed_since;
    const group = (await groups(bulk)).items[0]?.group_id;
    expect(await changed()).toBe(false);
    await server.db.query(sql`UPDATE core.pod SET description = 'Other' WHERE id = $1`, [first]);
    expect(await changed()).toBe(true);
    const undo = () => post(`${server.baseUrl}/api/v1/audit/${group}/undo`, {}, admin.token);
    expect((await undo()).status).toBe(409);
    await server.db.query(sql`UPDATE core.pod SET description = 'Norma' WHERE id = $1`, [first]);
    expect(await changed()).toBe(false);
  });

  it('AUD-74 has the group that undid it, unless that was undone, and whether an undo is possible', async () => {
    await describeMany([alpha, alpha], 'Draco');
    const [bulk] = (await groups()).items;
    const undo = async (group = 0) => {
      const response = await post(`${server.baseUrl}/api/v1/audit/${group}/undo`, {}, admin.token);
      expect(response.status).toBe(200);
    };
    const stateOf = async (group = 0) =>
      (await groups({ filters: { group_id: group } })).items.map((item) => [
        item.undone_by,
        item.undoable,
      ]);
    expect(await stateOf(bulk?.group_id)).toEqual([[null, true]]);
    await undo(bulk?.group_id);
    const [undone] = (await groups()).items;
    expect(undone?.kinds[0].newest.undoes).toBe(bulk?.group_id);
    expect(await stateOf(bulk?.group_id)).toEqual([[undone?.group_id, true]]);
    await undo(undone?.group_id);
    expect(await stateOf(bulk?.group_id)).toEqual([[null, true]]);

    await server.db.query(
      sql`INSERT INTO core.audit (action, entity, entity_id, group_id) VALUES ('delete', 'task', '*', 0)`,
    );
    expect(await stateOf(0)).toEqual([[null, false]]);
  });

  it('AUD-75 reads as many records as a list has, then the total is an estimate', async () => {
    const add = (rows: number, group: number) =>
      server.db.query(
        sql`
          INSERT INTO core.audit (action, entity, entity_id, group_id)
          SELECT 'create', 'spec', n, $2 FROM generate_series(1, $1::int) AS n`,
        [rows, group],
      );
    await add(1, -2);
    await add(MAX_LIST_DEPTH - 1, -1);
    const spec = { filters: { entity: 'spec' } };
    const { items, ...whole } = await groups(spec);
    expect(items.map(({ group_id: id, total }) => [id, total])).toEqual([
      [-1, MAX_LIST_DEPTH - 1],
      [-2, 1],
    ]);
    expect(whole).toMatchObject({ total: 2, total_is_estimate: false });
    await add(2, -1);
    const first = await groups(spec);
    expect(first).toMatchObject({ items: [{ group_id: -1 }], total: 1, total_is_estimate: true });
    // A cursor goes on behind them.
    const after = first.next ?? '';
    expect(await groups({ ...spec, after })).toMatchObject({
      items: [{ group_id: -2 }],
      next: null,
      ...{ page: 2, total: 1, total_is_estimate: true },
    });
  });

  it('CRUD-130 goes on by cursor to each transaction once, also if their changes alternate', async () => {
    await server.db.query(
      sql`
        INSERT INTO core.audit (at, actor_email, action, entity, entity_id, group_id)
        SELECT timestamptz '2026-02-01' + n / 3 * interval '1 ms', 'u' || n % 2, 'create', 'walk', n,
          -100 - (n * 7 + n / 11) % 23
        FROM generate_series(1, 300) AS n`,
    );
    const everything = { filters: { entity: 'walk' } };
    const half = { filters: { entity: 'walk', actor_email: 'u1' } };
    for (const query of [everything, half, { ...everything, search: 'u0' }]) {
      const whole = await groups(query);
      expect(whole.items).toHaveLength(23);
      for (const size of [7, 23, 24]) {
        const walked = [];
        for (let after: string | null | undefined; after !== null;) {
          const page = await groups({ ...query, size, ...(after !== undefined && { after }) });
          expect(page.total).toBe(23);
          walked.push(...page.items);
          after = page.next;
        }
        expect(walked).toEqual(whole.items);
      }
    }
    const { next } = await groups({ ...everything, size: 5 });
    for (const other of [half, { ...everything, page: 2 }, { ...everything, search: 'u' }]) {
      const { errors } = await problemIn(await ask({ size: 5, ...other, after: next }));
      expect(errors).toMatchObject([{ pointer: 'after' }]);
    }
  });

  it('AUD-76 refuses what a list refuses', async () => {
    for (const query of [{ page: 10 ** 9 }, { filters: { nothing: 1 } }, { sort_by: 'at' }]) {
      const response = await ask(query);
      expect(response.status).toBe(400);
      expect((await problemIn(response)).errors?.[0]?.pointer).toMatch(/page|filters|sort_by/);
    }
  });
});
