import type { Db } from '@portal/persistence/db';
import { connectTo, type QueryClient } from '@portal/testing/query-client';
import { buildWorld, type TestUser } from '@portal/testing/world';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ListClient } from '../../testing/list-client.js';
import { problemIn } from '../../testing/requests.js';
import { startTestServer, type TestServer } from '../../testing/test-server.js';
import { countRows } from './list-pages.js';
import { Scans } from '../../db/pools.js';

let server: TestServer;
let db: Db;
let users: Readonly<Record<'ann' | 'ben' | 'cai', TestUser>>;
let project: number;
/** Its lock makes each read of tasks wait. */
let lock: QueryClient;

beforeAll(async () => {
  server = await startTestServer();
  db = server.db;
  const roles = { Alpha: 'project_admin' } as const;
  const world = await buildWorld(db, {
    projects: { Alpha: { batches: { 1: 'One' } } },
    users: { ann: { roles }, ben: { roles }, cai: { roles } },
    tasks: [1, 2, 3].map((id) => ({
      ...{ project: 'Alpha' as const, turing_task_id: id, turing_batch_id: 1, status: 'pending' },
      target_model: `m${id}`,
    })),
  });
  ({ users } = world);
  project = world.projects.Alpha;
  lock = await connectTo(server.config.databaseUrl);
});
afterAll(async () => {
  await lock.close();
  await server.stop();
});
beforeEach(async () => {
  await lock.query('BEGIN');
  await lock.query('LOCK TABLE core.task');
});
afterEach(() => unlock());

async function unlock(): Promise<void> {
  await lock.query('ROLLBACK');
}

const scanBy = (user: TestUser): Promise<Response> =>
  new ListClient(server, 'tasks/tasks-crud', user).query({
    filters: { target_model: 'm2', project_id: project },
  });

const waiting = () =>
  db.query<unknown>(
    `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'
       AND application_name = 'portal-server scans' AND datname = current_database()`,
  );

describe('lists without an index', () => {
  it('CRUD-62 are refused after 2 s of the database, with the filters that have an index', async () => {
    const late = await scanBy(users.ann);
    expect(late.status).toBe(422);
    const advice = 'Filter by turing_batch_id, user_email, completed_at, status, or turing_task_id';
    expect(await problemIn(late)).toMatchObject({
      code: 'too-broad',
      detail: `Reading this list takes longer than 2 s. ${advice}.`,
      errors: [{ pointer: 'filters', detail: advice }],
    });
    await unlock();
    const found = await scanBy(users.ann);
    expect(await found.json()).toMatchObject({ items: [{ turing_task_id: 2 }], total: 1 });
  });

  it('CRUD-62 of the audit have the limit, too', async () => {
    await lock.query('LOCK TABLE core.audit');
    const audit = new ListClient(server, 'audit', users.ann);
    const late = await audit.query({ filters: { action: 'create' } });
    expect((await problemIn(late)).code).toBe('too-broad');
    await unlock();
    expect((await audit.list({ filters: { action: 'create' } })).items).toEqual([]);
  });

  it('CRUD-64 are read two at a time, and other lists do not wait for them', async () => {
    const scans = [users.ann, users.ben, users.cai].map(scanBy);
    await expect.poll(waiting).toHaveLength(2);
    expect((await new ListClient(server, 'pods', users.ann).list()).items).toEqual([]);
    expect(await waiting()).toHaveLength(2);
    await unlock();
    for (const answer of await Promise.all(scans)) expect(answer.status).toBe(200);
  });

  it('CRUD-64 are read one at a time per user; a user with many waiting ones is refused', async () => {
    const scans = Array.from({ length: 10 }, () => scanBy(users.ann));
    const refused = await Promise.race(scans);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('10');
    expect((await problemIn(refused)).code).toBe('too-many-requests');
    expect(await waiting()).toHaveLength(1);
    await unlock();
    const statuses = (await Promise.all(scans)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(9);
  });
});

describe('the total of a list without an index', () => {
  const list = (first: string) => ({
    first: () => ({ text: first, values: [] }),
    all: () => ({ text: 'SELECT FROM generate_series(1, 70000)', values: [] }),
    isOfAll: true,
  });
  const total = (first: string) =>
    server.app.get(Scans).within(200, (reads) => countRows(reads, list(first), { known: 20 }));

  it('CRUD-63 is the estimate of the planner if counting takes too long, else a count', async () => {
    expect(await total('SELECT FROM pg_sleep(30)')).toEqual({
      total: 70_000,
      total_is_estimate: true,
    });
    expect(await total('SELECT FROM generate_series(1, 7)')).toEqual({
      total: 7,
      total_is_estimate: false,
    });
  });

  it('CRUD-63 is not an estimate if counting fails otherwise', async () => {
    const failed = await total('SELECT FROM nowhere').catch((error: unknown) => error);
    expect(failed).toMatchObject({ code: '42P01' });
  });
});
