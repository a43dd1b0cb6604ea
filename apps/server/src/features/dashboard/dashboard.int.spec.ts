import {
  activityAnswerSchema,
  batchesAnswerSchema,
  type Overview,
  overviewSchema,
  statsAnswerSchema,
} from '@portal/contracts/dashboard';
import type { Db } from '@portal/persistence/db';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assignRole, createUser, createProject, type TestUser } from '../../testing/user.js';
import { get, problemIn } from '../../testing/requests.js';
import { Reads } from '../../db/pools.js';
import { sharedServer } from '../../testing/shared-server.js';
import type { TestServer } from '../../testing/test-server.js';

let server: TestServer;
let db: Db;
let alpha: number;
let beta: number;
let member: TestUser;
let admin: TestUser;
let stranger: TestUser;

beforeAll(async () => {
  server = await sharedServer();
  db = server.db;
  alpha = await createProject(db, 'Alpha');
  beta = await createProject(db, 'Beta');
  [member, admin, stranger] = [
    await createUser(db, 'member@example.com'),
    await createUser(db, 'everywhere@example.com'),
    await createUser(db, 'stranger@example.com'),
  ];
  await assignRole(db, member, alpha, 'project_member');
  await assignRole(db, admin, 0, 'admin');
  await fill(alpha, 100);
  await fill(beta, 200);
});
afterAll(() => server.stop());

/** Three batches, with ten tasks per day of January 2026; every second task is done. */
async function fill(projectId: number, firstTask: number): Promise<void> {
  await db.query(
    `INSERT INTO core.batch (project_id, turing_batch_id, name)
     SELECT $1, $2 + n, 'Batch ' || n FROM generate_series(0, 2) AS n`,
    [projectId, firstTask],
  );
  await db.query(
    `INSERT INTO core.task
       (turing_task_id, project_id, turing_batch_id, status, completed_at, created_at)
     SELECT $2::bigint + n, $1, $2 + n % 3, CASE n % 2 WHEN 0 THEN 'completed' ELSE 'pending' END,
       CASE n % 2 WHEN 0 THEN day END, day
     FROM generate_series(0, 29) AS n
     CROSS JOIN LATERAL (SELECT '2026-01-01T20:00:00Z'::timestamptz + n * interval '1 day' AS day)`,
    [projectId, firstTask],
  );
}

function ask(path: string, user: TestUser = member, headers: Record<string, string> = {}) {
  return fetch(`${server.baseUrl}/api/v1/projects/${path}`, {
    headers: { authorization: `Bearer ${user.token}`, ...headers },
  });
}

async function overview(query = '', projectId = alpha, user = member): Promise<Overview> {
  return overviewSchema.parse(await (await ask(`${projectId}/overview${query}`, user)).json());
}

async function revisionOf(projectId: number): Promise<number> {
  const [row] = await db.query<{ revision: number }>(
    'SELECT revision FROM agg.project_revision WHERE project_id = $1',
    [projectId],
  );
  return row?.revision ?? 0;
}

describe('dashboard calls', () => {
  it('DASH-1 respond to a member with the contract’s schema, at the current revision', async () => {
    const revision = await revisionOf(alpha);
    const whole = await overview();
    expect(whole).toMatchObject({
      revision,
      dashboard_stats: { total_tasks: 30, total_batches: 3, completion_rate: 50 },
    });
    const { epoch } = whole;
    const stats: unknown = await (await ask(`${alpha}/dashboard-stats`)).json();
    expect(statsAnswerSchema.parse(stats)).toEqual({
      epoch,
      revision,
      dashboard_stats: whole.dashboard_stats,
    });
    const batches: unknown = await (await ask(`${alpha}/batches`)).json();
    expect(batchesAnswerSchema.parse(batches)).toEqual({ epoch, revision, batches: whole.batches });
    const activity: unknown = await (await ask(`${alpha}/activity-timeline`)).json();
    expect(activityAnswerSchema.parse(activity)).toEqual({
      epoch,
      revision,
      recent_activity: whole.recent_activity,
    });
  });

  it('DASH-7 hide a project from users outside of it, and show project 0 to users with a role there', async () => {
    for (const call of ['overview', 'dashboard-stats', 'batches', 'activity-timeline']) {
      expect((await ask(`${alpha}/${call}`, stranger)).status).toBe(404);
      expect((await ask(`${beta}/${call}`, member)).status).toBe(404);
      expect((await ask(`0/${call}`, member)).status).toBe(404);
      expect((await ask(`${alpha}/${call}`, member)).status).toBe(200);
    }
    expect((await get(`${server.baseUrl}/api/v1/projects/${alpha}/overview`)).status).toBe(401);
    const all = await overview('', 0, admin);
    expect(all.dashboard_stats.total_tasks).toBe(60);
    expect(all.batches).toHaveLength(6);
  });

  it('DASH-8 filter by batches, in one or in repeated parameters', async () => {
    expect((await overview('?batch_ids=100')).dashboard_stats.total_tasks).toBe(10);
    const two = await overview('?batch_ids=100&batch_ids=102');
    expect(two.dashboard_stats.total_tasks).toBe(20);
    expect(
      two.batches.map(({ turing_batch_id }) => turing_batch_id).toSorted((a, b) => a - b),
    ).toEqual([100, 102]);
    // The batch belongs to another project, so no task matches.
    expect((await overview('?batch_ids=200')).dashboard_stats.total_tasks).toBe(0);
  });

  it('DASH-8 filter by days, including both ends', async () => {
    const days = await overview('?start_date=2026-01-03&end_date=2026-01-05');
    expect(days.dashboard_stats.total_tasks).toBe(3);
    expect(days.recent_activity.map(({ date }) => date)).toEqual(['2026-01-03', '2026-01-05']);
    expect((await overview('?start_date=2026-01-29')).dashboard_stats.total_tasks).toBe(2);
    expect((await overview('?end_date=2026-01-01')).dashboard_stats.total_tasks).toBe(1);
  });

  it('DASH-8 limit the activity by activity_days, or by the older parameter days', async () => {
    await db.query(
      "UPDATE core.task SET completed_at = now() - interval '5 days' WHERE turing_task_id = 100",
    );
    for (const name of ['activity_days', 'days']) {
      expect((await overview(`?${name}=3`)).recent_activity).toHaveLength(0);
      expect((await overview(`?${name}=10`)).recent_activity).toHaveLength(1);
    }
  });

  it('DASH-6 count today as one of the last days', async () => {
    await db.query('UPDATE core.task SET completed_at = now() WHERE turing_task_id = 102');
    const [today] = await db.query<{ day: string }>('SELECT core.reporting_day(now()) AS day');
    const { recent_activity } = await overview('?activity_days=1');
    expect(recent_activity.map(({ date }) => date)).toEqual([today?.day]);
  });

  it.each([
    ['?colour=red', 'colour'],
    ['?batch_ids=one', 'batch_ids/0'],
    ['?start_date=2026-02-30', 'start_date'],
    ['?start_date=2026-02-02&end_date=2026-02-01', 'end_date'],
    ['?activity_days=0', 'activity_days'],
    ['?days=1000', 'days'],
  ])('DASH-9 refuse %s and name %s', async (query, pointer) => {
    const response = await ask(`${alpha}/overview${query}`);
    expect(response.status).toBe(400);
    const { code, errors } = await problemIn(response);
    expect(code).toBe('invalid-input');
    expect(errors?.map((item) => item.pointer)).toContain(pointer);
  });

  it('DASH-10 include each commit in every later response', async () => {
    for (let turn = 0; turn < 6; turn++) {
      const status = turn % 2 === 0 ? 'rework' : 'pending';
      await db.query('UPDATE core.task SET status = $1 WHERE turing_task_id = 101', [status]);
      const answers = await Promise.all(Array.from({ length: 5 }, () => overview()));
      for (const { dashboard_stats } of answers) {
        expect(dashboard_stats.rework_tasks).toBe(turn % 2 === 0 ? 1 : 0);
      }
    }
  });

  it('DASH-11 read once for equal queries in any notation', async () => {
    const reads = async (): Promise<number> => {
      const [row] = await db.query<{ scans: number }>(
        `SELECT seq_scan + coalesce(idx_scan, 0) AS scans FROM pg_stat_user_tables
         WHERE relid = 'agg.batch_day'::regclass`,
      );
      return row?.scans ?? 0;
    };
    const spellings = [
      '?start_date=2026-01-02&batch_ids=100&batch_ids=101',
      '?batch_ids=101&batch_ids=100&batch_ids=101&start_date=2026-01-02&days=7',
    ];
    const bodies = await Promise.all(
      Array.from({ length: 40 }, async (_, n) =>
        (await ask(`${alpha}/overview${spellings[n % 2]}`)).text(),
      ),
    );
    expect(new Set(bodies).size).toBe(1);
    await settleStatistics();
    const before = await reads();
    await ask(`${alpha}/overview${spellings[0]}`);
    await settleStatistics();
    expect(await reads()).toBe(before);
    await ask(`${alpha}/overview?start_date=2026-01-04`);
    await settleStatistics();
    expect(await reads()).toBeGreaterThan(before);
  });

  it('DASH-13 respond 304 to a current ETag, until the data changes', async () => {
    const first = await ask(`${alpha}/overview`);
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^W\/"/);
    expect(first.headers.get('content-type')).toContain('application/json');
    const held = await ask(`${alpha}/overview`, member, { 'if-none-match': `"other", ${etag}` });
    expect(held.status).toBe(304);
    expect(await held.text()).toBe('');
    await db.query("UPDATE core.task SET status = 'delivered' WHERE turing_task_id = 101");
    const changed = await ask(`${alpha}/overview`, member, { 'if-none-match': etag });
    expect(changed.status).toBe(200);
    expect(changed.headers.get('etag')).not.toBe(etag);
  });
});

/** Makes each connection that has read flush its statistics. */
async function settleStatistics(): Promise<void> {
  const reads = server.app.get(Reads);
  let left = reads.connections.totalCount;
  let end = (): void => undefined;
  const isLast = new Promise<void>((resolve) => (end = resolve));
  const flush = (): Promise<void> =>
    reads.transaction(async (tx) => {
      await tx.query('SELECT pg_stat_force_next_flush()');
      left -= 1;
      if (left === 0) end();
      await isLast;
    });
  await Promise.all(Array.from({ length: left }, flush));
  // The triggers of its changes read, too.
  await db.query('SELECT pg_stat_force_next_flush()');
}
