import { STAT_AUDIENCES } from '@portal/contracts/constants';
import {
  bulkResultSchema,
  type CustomStat,
  customStatListSchema,
  customStatSchema,
} from '@portal/contracts/custom-stats';
import { type Permission, PERMISSIONS } from '@portal/contracts/permissions';
import type { Caller } from '@portal/domain/caller';
import { managesStats, maySeeStat } from '@portal/domain/custom-stats';
import { connectTo } from '@portal/testing/query-client';
import { share } from '@portal/testing/runs';
import { buildWorld } from '@portal/testing/world';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ListClient } from '../../testing/list-client.js';
import { problemIn, send } from '../../testing/requests.js';
import type { TestUser } from '../../testing/user.js';
import { openStatsWorld, type StatsWorld } from './spec-support/stats-world.js';

let world: StatsWorld;
/** One for each permission in Alpha, one without, and one for each permission in all projects. */
let readers: readonly (TestUser & { readonly name: string; readonly grants: Caller['grants'] })[];
let stats: readonly CustomStat[];

beforeAll(async () => {
  world = await openStatsWorld();
  const sets: readonly (readonly Permission[])[] = [[], ...PERMISSIONS.map((one) => [one])];
  const places = [
    { project_id: world.alpha, project_name: 'Alpha' },
    { project_id: 0, project_name: 'All Projects' },
  ];
  const roles = Object.fromEntries(sets.map((set) => [`only ${set[0] ?? 'nothing'}`, set]));
  const plan = places.flatMap((place) => sets.map((set) => ({ place, set })));
  const named = plan.map(({ place, set }, at) => ({
    ...{ key: `reader${at}`, name: `${set[0] ?? 'nothing'} in ${place.project_name}` },
    ...{ role: `only ${set[0] ?? 'nothing'}`, place, set },
  }));
  const { users } = await buildWorld(world.server.db, {
    roles,
    users: Object.fromEntries(named.map(({ key }) => [key, {}])),
  });
  readers = named.map(({ key, name, place, set }) => {
    const user = users[key];
    if (!user) throw new Error(`no user ${key}`);
    return { ...user, name, grants: [{ ...place, permissions: [...set] }] };
  });
  for (const [at, { role, place }] of named.entries()) {
    await world.server.db.query(
      'INSERT INTO core.user_role SELECT $1, $2, id FROM core.role WHERE name = $3',
      [readers[at]?.id, place.project_id, role],
    );
  }
  stats = [];
  for (const audience of STAT_AUDIENCES) {
    for (const is_active of [true, false]) {
      stats = [
        ...stats,
        await world.create({ name: `${audience} ${is_active}`, audience, is_active }),
      ];
    }
  }
});
afterAll(() => world.server.stop());

const asCaller = ({ id, email, grants }: (typeof readers)[number]): Caller => ({
  ...{ userId: id, email, name: '', via: 'api-token', grants },
});

/** By `maySeeStat`, in the order of the list. */
function seenBy(reader: (typeof readers)[number]): CustomStat[] {
  return stats.filter(({ is_active: isActive, audience }) =>
    maySeeStat(asCaller(reader), { projectId: world.alpha, isActive, audience }),
  );
}

describe('the audience of a statistic', () => {
  it('CST-63 decides alike about the list, the item, runs and files, for every caller', async () => {
    for (const [at, reader] of readers.entries()) {
      // Each way for some callers.
      const ways = share(['one', 'execute', 'csv', 'json'] as const, 4, at);
      const seen = seenBy(reader).map(({ name }) => name);
      const names = (found: readonly CustomStat[]) => found.map(({ name }) => name).sort();
      const list = await world.call('GET', '?active_only=false', undefined, reader);
      const listed = customStatListSchema.parse(await list.json());
      const bulk = await world.call(
        'POST',
        'bulk-execute',
        { stat_ids: stats.map(({ id }) => id) },
        reader,
      );
      const { results } = bulkResultSchema.parse(await bulk.json());
      const found: Record<string, string[]> = {
        list: names(listed),
        ...Object.fromEntries(ways.map((way) => [way, []])),
        bulk: results.flatMap(({ error }, index) => (error ? [] : [stats[index]?.name ?? ''])),
      };
      const requests = {
        one: ['GET', ''],
        execute: ['POST', '/execute'],
        csv: ['GET', '/export?format=csv'],
        json: ['GET', '/export?format=json'],
      } as const;
      for (const { id, name } of stats) {
        for (const way of ways) {
          const [method, path] = requests[way];
          const body = method === 'POST' ? {} : undefined;
          const answer = await world.call(method, `${id}${path}`, body, reader);
          const text = await answer.text();
          expect([200, 404], `${reader.name}: ${way}: ${text}`).toContain(answer.status);
          if (answer.ok) found[way]?.push(name);
        }
      }
      const wanted = [...seen].sort();
      for (const way of Object.keys(found)) {
        expect([reader.name, way, [...(found[way] ?? [])].sort()]).toEqual([
          ...[reader.name, way, wanted],
        ]);
      }
      const shows = managesStats(asCaller(reader), world.alpha);
      expect(listed.every(({ sql_query: text }) => (text !== null) === shows)).toBe(true);
    }
    const counts = readers.map((reader) => seenBy(reader).length);
    expect(new Set(counts)).toEqual(new Set([1, 2, 4]));
  });

  it('CST-63 can be changed, and then decides from the next request', async () => {
    const trainer = world.trainer;
    const stat = await world.create({});
    expect(stat.audience).toBe('members');
    const read = async () => (await world.call('GET', String(stat.id), undefined, trainer)).status;
    expect(await read()).toBe(200);
    expect((await world.call('PUT', String(stat.id), { audience: 'leads' })).status).toBe(200);
    expect(await read()).toBe(404);
    const wrong = await world.call('PUT', String(stat.id), { audience: 'everybody' });
    expect(wrong.status).toBe(400);
    expect((await problemIn(wrong)).errors).toMatchObject([{ pointer: '/audience' }]);
    expect((await world.call('PUT', String(stat.id), { audience: 'members' })).status).toBe(200);
    expect(await read()).toBe(200);
  });

  it('CST-112 a user gets no result of a statistic that was hidden from the user while the run waited', async () => {
    const { db, config } = world.server;
    const stat = await world.create({ sql_query: 'SELECT count(*) AS tasks FROM tasks' });
    let runs = 1;
    /** No run is answered from the cache. */
    const unlike = (): string => `max_rows=${(runs += 1)}`;
    const ways: Readonly<Record<string, () => Promise<Response>>> = {
      execute: () => world.call('POST', `${stat.id}/execute?${unlike()}`, undefined, world.trainer),
      bulk: () =>
        world.call('POST', `bulk-execute?${unlike()}`, { stat_ids: [stat.id] }, world.trainer),
      file: () => world.call('GET', `${stat.id}/export?format=csv`, undefined, world.trainer),
    };
    const change = (audience: string) =>
      db.query('UPDATE core.custom_stat SET audience = $2 WHERE id = $1', [stat.id, audience]);
    for (const [way, ask] of Object.entries(ways)) {
      for (const audience of ['leads', 'members']) {
        const holder = await connectTo(config.databaseUrl);
        await holder.query('BEGIN; LOCK TABLE core.task IN ACCESS EXCLUSIVE MODE');
        const answer = ask();
        const waiting = () =>
          db.query('SELECT FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))', [
            holder.backend,
          ]);
        await expect.poll(async () => (await waiting()).length).toBeGreaterThan(0);
        await change(audience);
        await holder.query('ROLLBACK');
        await holder.close();
        const isHidden = audience === 'leads';
        const response = await answer;
        expect([way, response.status]).toEqual([way, isHidden && way !== 'bulk' ? 404 : 200]);
        expect((await response.text()).includes('not-found')).toBe(isHidden);
        await change('members');
      }
    }
  });

  it('CST-64 a held copy without the query is not up to date for a caller who manages it', async () => {
    const { id } = await world.create({});
    const get = (user: TestUser, etag = '') =>
      fetch(world.url(String(id)), {
        headers: { authorization: `Bearer ${user.token}`, 'if-none-match': etag },
      });
    const answer = await get(world.trainer);
    expect(customStatSchema.parse(await answer.json()).sql_query).toBeNull();
    const etag = answer.headers.get('etag') ?? '';
    expect((await get(world.trainer, etag)).status).toBe(304);
    const full = await get(world.admin, etag);
    expect(customStatSchema.parse(await full.json()).sql_query).toContain('SELECT');
  });

  it('AUD-19 the audit shows changes of statistics only to callers who manage them', async () => {
    const reader = readers.find(({ name }) => name === 'rbac-manage in Alpha');
    const manager = readers.find(({ name }) => name === 'project-manage in Alpha');
    if (!reader || !manager) throw new Error('no such reader');
    await world.create({});
    const filters = { entity: 'custom_stat' };
    const audit = new ListClient(world.server, 'audit', reader);
    expect((await audit.list({ filters })).items).toEqual([]);
    const { items } = await audit.as(manager).list({ filters });
    expect(items.length).toBeGreaterThan(stats.length);
    const group = items[0]?.['group_id'];
    const undo = `${world.server.baseUrl}/api/v1/audit/${String(group)}/undo`;
    expect((await send('POST', undo, reader.token, {})).status).toBe(404);
    expect((await send('POST', undo, manager.token, {})).status).toBe(200);
  });
});
