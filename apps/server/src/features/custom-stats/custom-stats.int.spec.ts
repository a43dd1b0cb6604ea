import {
  customStatListSchema,
  customStatSchema,
  savedCustomStatSchema,
} from '@portal/contracts/custom-stats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { problemIn } from '../../testing/requests.js';
import { openStatsWorld, STAT, type StatsWorld } from './spec-support/stats-world.js';

let world: StatsWorld;
beforeAll(async () => {
  world = await openStatsWorld();
});
afterAll(() => world.server.stop());

async function namesSeen(user: StatsWorld['admin'], query = ''): Promise<string[]> {
  const response = await world.call('GET', query, undefined, user);
  return customStatListSchema.parse(await response.json()).map(({ name }) => name);
}

async function refusals(body: unknown): Promise<[string, string][]> {
  const response = await world.call('POST', '', body);
  expect(response.status).toBe(400);
  const { errors = [] } = await problemIn(response);
  return errors.map(({ pointer, detail }) => [pointer, detail]);
}

describe('custom statistics as records', () => {
  it('CST-1 CST-2 are listed by display order; inactive ones only for users who manage them', async () => {
    await world.create({ name: 'Second', display_order: 2 });
    await world.create({ name: 'First b', display_order: 1 });
    await world.create({ name: 'First a', display_order: 1 });
    const hidden = await world.create({ name: 'Hidden', is_active: false });
    const active = ['First a', 'First b', 'Second'];
    expect(await namesSeen(world.admin)).toEqual(active);
    expect(await namesSeen(world.admin, '?active_only=false')).toEqual(['Hidden', ...active]);
    expect(await namesSeen(world.trainer, '?active_only=false')).toEqual(active);
    const alone = (user: StatsWorld['admin']) =>
      world.call('GET', String(hidden.id), undefined, user);
    expect((await alone(world.admin)).status).toBe(200);
    expect((await alone(world.trainer)).status).toBe(404);
    expect((await alone(world.outsider)).status).toBe(404);
    const elsewhere = await fetch(
      `${world.server.baseUrl}/api/v1/projects/${world.beta}/custom-stats/${hidden.id}`,
      { headers: { authorization: `Bearer ${world.outsider.token}` } },
    );
    expect(elsewhere.status).toBe(404);
  });

  it('CST-3 are refused with each missing field', async () => {
    expect(await refusals({})).toEqual([
      ['/name', 'Name is required'],
      ['/sql_query', 'SQL query is required'],
      ['/supported_chart_types', 'At least one chart type is required'],
      ['/default_chart_type', 'Default chart type is required'],
    ]);
    expect(await refusals({ ...STAT, name: ' ', supported_chart_types: [] })).toEqual([
      ['/name', 'Name is required'],
      ['/supported_chart_types', 'At least one chart type is required'],
    ]);
    expect(await refusals({ ...STAT, default_chart_type: 'line' })).toEqual([
      ['/default_chart_type', 'Default chart type must be one of the supported chart types'],
    ]);
    expect(await refusals({ ...STAT, enable_aggregation: true })).toEqual([
      ['/aggregation_column', 'Aggregation column is required when aggregation is enabled'],
    ]);
    expect(await refusals({ ...STAT, sql_query: ' \n' })).toEqual([
      ['/sql_query', 'SQL query is required'],
    ]);
  });

  it('CST-4 are refused with each error of the query and its position', async () => {
    const wrong = async (sql_query: string) => {
      const response = await world.call('POST', '', { ...STAT, name: 'Wrong', sql_query });
      const { code, errors } = await problemIn(response);
      return [response.status, code, errors?.[0]];
    };
    expect(await wrong('DELETE FROM tasks')).toEqual([
      400,
      'invalid-input',
      {
        ...{ pointer: '/sql_query', detail: 'Only SELECT and WITH queries are allowed' },
        ...{ position: 1, line: 1, column: 1 },
      },
    ]);
    expect(await wrong('SELECT 1,\n  version()')).toMatchObject([
      400,
      'invalid-input',
      { pointer: '/sql_query', line: 2, column: 3, position: 13 },
    ]);
    // Only the database knows the types of columns.
    expect(await wrong(`SELECT 'é', {{ project_id }} + status FROM tasks`)).toMatchObject([
      422,
      'query-failed',
      { pointer: '/sql_query', line: 1, column: 30, position: 30 },
    ]);
    expect(
      (await world.create({ sql_query: 'SELECT 1 / n FROM generate_series(0, 1) AS n' })).id,
    ).toBeGreaterThan(0);
  });

  it('CST-96 are saved if their query fails on the data of today, and the answer says why', async () => {
    const sql_query = `WITH goal AS (SELECT 0 AS tasks)
      SELECT 100 / goal.tasks AS share FROM tasks, goal`;
    const saved = await world.call('POST', '', { ...STAT, name: 'Fails', sql_query });
    expect(saved.status).toBe(201);
    const failing = savedCustomStatSchema.parse(await saved.json());
    expect(failing.query_error).toContain('22012');
    const run = await world.call('POST', `${failing.id}/execute`);
    expect([run.status, (await problemIn(run)).code]).toEqual([422, 'query-failed']);

    const changed = await world.call('PUT', String(failing.id), {
      ...{ enable_aggregation: true, aggregation_column: 'share' },
      sql_query: `${sql_query} `,
    });
    expect(savedCustomStatSchema.parse(await changed.json()).query_error).toContain('22012');
    const honest = await world.call('POST', '', { ...STAT, name: 'Works' });
    expect(await honest.json()).toMatchObject({ name: 'Works', query_error: null });
  });

  it('CST-5 group by a column of the result', async () => {
    const grouped = { enable_aggregation: true, aggregation_column: 'state' };
    expect(await refusals({ ...STAT, ...grouped })).toEqual([
      ['/aggregation_column', 'must be a column of the result: status, tasks'],
    ]);
    const stat = await world.create({ ...grouped, aggregation_column: 'status' });
    expect(stat).toMatchObject({ aggregation_column: 'status', aggregation_method: 'sum' });
  });

  it('CST-111 refuse to group by a name that two columns have', async () => {
    const twice = {
      ...{ enable_aggregation: true, aggregation_column: 'n' },
      sql_query: 'SELECT status, 1 AS n, 2 AS n FROM tasks',
    };
    const detail = 'is the name of 2 columns of the result; give each a name of its own with AS';
    expect(await refusals({ ...STAT, ...twice })).toEqual([['/aggregation_column', detail]]);
    const preview = await world.call('POST', 'preview', twice);
    expect((await problemIn(preview)).errors).toEqual([{ pointer: '/aggregation_column', detail }]);
    const stat = await world.create({ ...twice, aggregation_column: 'status' });
    expect(stat.aggregation_column).toBe('status');
  });

  it('CST-6 change the given fields if the whole stays valid', async () => {
    const stat = await world.create({ description: 'Old' });
    const path = String(stat.id);
    const changed = await world.call('PUT', path, { description: null, is_active: false });
    expect(changed.headers.get('etag')).toBe('"2"');
    const now = customStatSchema.parse(await changed.json());
    expect(now).toEqual({
      ...stat,
      ...{ description: null, is_active: false, version: 2, updated_at: now.updated_at },
    });
    const same = await world.call('PUT', path, { is_active: false });
    expect(same.headers.get('etag')).toBe('"2"');
    const wrong = await world.call('PUT', path, { supported_chart_types: ['line'] });
    expect([wrong.status, (await problemIn(wrong)).errors?.[0]?.pointer]).toEqual([
      400,
      '/default_chart_type',
    ]);
    expect((await world.call('PUT', path, { sql_query: 'SELECT nothing FROM tasks' })).status).toBe(
      422,
    );
    expect((await world.call('PUT', '999999', { name: 'x' })).status).toBe(404);
  });

  it('CST-6 refuse outdated changes and duplicate names', async () => {
    const stat = await world.create();
    const change = (version: string, name: string) =>
      fetch(world.url(String(stat.id)), {
        method: 'PUT',
        headers: {
          authorization: `Bearer ${world.admin.token}`,
          'content-type': 'application/json',
          'if-match': version,
        },
        body: JSON.stringify({ name }),
      });
    expect((await change('"1"', 'Mine')).status).toBe(200);
    const stale = await change('"1"', 'Late');
    expect(stale.status).toBe(409);
    expect((await problemIn(stale)).errors).toEqual([
      {
        pointer: '/name',
        detail: 'is "Mine" by now, you sent "Late"',
        stored: 'Mine',
        sent: 'Late',
      },
    ]);
    const taken = await world.call('POST', '', { ...STAT, name: 'Mine' });
    expect(taken.status).toBe(409);
    expect((await problemIn(taken)).errors?.[0]?.pointer).toBe('/name');
  });

  it('CST-9 have an ETag, and respond 304 to a current one', async () => {
    const stat = await world.create();
    const path = String(stat.id);
    const read = (held: string, user = world.admin) =>
      fetch(world.url(path), {
        headers: { authorization: `Bearer ${user.token}`, 'if-none-match': held },
      });
    const first = await read('"another"');
    const etag = first.headers.get('etag') ?? '';
    expect([first.status, etag]).toEqual([200, '"1"']);
    const held = await read(`"another", W/${etag}`);
    expect([held.status, held.headers.get('etag'), await held.text()]).toEqual([304, etag, '']);
    expect((await read(etag, world.outsider)).status).toBe(404);
    expect((await world.call('PUT', path, { description: 'Changed' })).status).toBe(200);
    const changed = await read(etag);
    expect([changed.status, changed.headers.get('etag')]).toEqual([200, '"2"']);
  });

  it('CST-62 get the order of a list of all their ids, atomically and with audit records', async () => {
    const db = world.server.db;
    await db.query('DELETE FROM core.custom_stat');
    const [a, b, c] = [await world.create(), await world.create(), await world.create()];
    const inactive = await world.create({ is_active: false });
    const order = (stat_ids: unknown, user = world.admin) =>
      world.call('PUT', 'order', { stat_ids }, user);
    const stored = async () =>
      customStatListSchema.parse(await (await world.call('GET', '?active_only=false')).json());
    const wanted = [c.id, inactive.id, a.id, b.id];
    const ordered = await order(wanted);
    expect(ordered.status).toBe(200);
    const answer = customStatListSchema.parse(await ordered.json());
    expect(answer.map(({ id }) => id)).toEqual(wanted);
    expect(await stored()).toEqual(answer);
    expect(answer.map(({ version }) => version)).toEqual([2, 2, 2, 2]);

    const swapped = await order([inactive.id, c.id, a.id, b.id]);
    const again = customStatListSchema.parse(await swapped.json());
    expect(again.map(({ version }) => version)).toEqual([3, 3, 2, 2]);
    const records = await db.query<{ id: string }>(
      `SELECT entity_id AS id FROM core.audit
       WHERE entity = 'custom_stat' AND action = 'update' AND after ->> 'version' = '3'
       ORDER BY entity_id::int`,
    );
    expect(records.map(({ id }) => Number(id))).toEqual([c.id, inactive.id]);

    const elsewhere = await fetch(
      `${world.server.baseUrl}/api/v1/projects/${world.beta}/custom-stats/`,
      {
        method: 'POST',
        headers: {
          authorization: `Bearer ${world.outsider.token}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify(STAT),
      },
    );
    const foreign = customStatSchema.parse(await elsewhere.json());
    const refused = await order([a.id, foreign.id, b.id, 999_999]);
    expect(refused.status).toBe(409);
    expect((await problemIn(refused)).errors).toEqual([
      { pointer: '/stat_ids/1', detail: `${foreign.id} is not a statistic of this project` },
      { pointer: '/stat_ids/3', detail: '999999 is not a statistic of this project' },
      { pointer: '/stat_ids', detail: `${c.id}, ${inactive.id} is missing` },
    ]);
    for (const wrong of [[a.id, a.id], [0], ['1'], undefined]) {
      expect((await order(wrong)).status).toBe(400);
    }
    expect((await order(wanted, world.trainer)).status).toBe(403);
    expect((await order(wanted, world.outsider)).status).toBe(404);
    expect(await stored()).toEqual(again);
  });

  it('CST-7 are deleted, with an audit record of all fields', async () => {
    const stat = await world.create();
    expect((await world.call('DELETE', String(stat.id))).status).toBe(204);
    expect((await world.call('DELETE', String(stat.id))).status).toBe(404);
    const records = await world.server.db.query<{ action: string; email: string }>(
      `SELECT action, actor_email AS email FROM core.audit
       WHERE entity = 'custom_stat' AND entity_id = $1 ORDER BY id`,
      [String(stat.id)],
    );
    expect(records).toEqual([
      { action: 'create', email: world.admin.email },
      { action: 'delete', email: world.admin.email },
    ]);
  });
});
