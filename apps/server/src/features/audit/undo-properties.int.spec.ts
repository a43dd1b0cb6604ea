import { verifyAggregates } from '@portal/persistence/aggregates/verify';
import type { Db } from '@portal/persistence/db';
import { sql } from '@portal/persistence/sql';
import { runs } from '@portal/testing/runs';
import { buildWorld, type TestUser } from '@portal/testing/world';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { post, send } from '../../testing/requests.js';
import { sharedServer } from '../../testing/shared-server.js';
import type { TestServer } from '../../testing/test-server.js';
import { newestGroup, recordedRows } from './spec-support/recorded-rows.js';

let server: TestServer;
let db: Db;
let admin: TestUser;
let alpha: number;

beforeAll(async () => {
  server = await sharedServer();
  db = server.db;
  const world = await buildWorld(db, {
    projects: {
      Alpha: { batches: { 1: 'One', 2: 'Two' } },
      Beta: { batches: { 3: 'Three' } },
    },
    users: {
      root: { email: 'root@example.org', roles: { 'All Projects': 'admin' } },
      ann: { roles: { Alpha: 'project_member' } },
      bob: { roles: { Alpha: 'trainer', Beta: 'project_lead' } },
    },
    pods: {
      Orion: { project: 'Alpha', members: { ann: 'lead', bob: 'trainer' } },
      Lyra: { project: 'Beta', members: { bob: 'reviewer' } },
    },
    tasks: [1, 2, 3, 4, 5, 6].map((id) => ({
      turing_task_id: id,
      project: id > 4 ? ('Beta' as const) : ('Alpha' as const),
      turing_batch_id: id > 4 ? 3 : 1,
      user: id % 2 === 0 ? ('ann' as const) : ('bob' as const),
      status: id % 3 === 0 ? 'completed' : 'pending',
    })),
  });
  alpha = world.projects.Alpha;
  admin = world.users.root;
  await db.query('DELETE FROM core.api_token WHERE user_id <> $1', [admin.id]);
  await db.query(sql`
    INSERT INTO core.task_review (turing_task_id, turing_review_id, status, submitted_at)
    SELECT turing_task_id, 1, 'passed', now() FROM core.task WHERE turing_task_id % 2 = 0`);
});
afterAll(() => server.stop());

interface Call {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `:id` is the id of an item of the table, chosen by `pick`. */
  readonly path: string;
  readonly table?: string;
  readonly pick: number;
  readonly body?: object;
}

const pick = fc.nat(5);
const name = fc.constantFrom('Orion', 'Lyra', 'Vega', 'Deneb');
const status = fc.constantFrom('pending', 'completed', 'rework', 'reviewed');
const taskIds = fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 });
const change = fc.record(
  { status, number_of_turns: fc.nat(9), turing_batch_id: fc.constantFrom(1, 2) },
  { requiredKeys: ['status'] },
);
const project = fc.constantFrom(1, 2);
const of = (method: Call['method'], path: string, table: string, body?: fc.Arbitrary<object>) =>
  fc.record({
    method: fc.constant(method),
    path: fc.constant(path),
    table: fc.constant(table),
    pick,
    ...(body && { body }),
  });

/** Requests that change something, or are refused if their item does not exist. */
const call: fc.Arbitrary<Call> = fc.oneof(
  of('POST', '/pods/', 'pod', fc.record({ name, project_id: project })),
  of('PATCH', '/pods/:id', 'pod', fc.record({ name, project_id: project })),
  of('DELETE', '/pods/:id', 'pod'),
  of(
    'POST',
    '/pod-members/',
    'pod',
    fc.record({
      pod_name: name,
      user_email: fc.constantFrom('ann@example.com', 'bob@example.com'),
      role: fc.constantFrom('lead', 'reviewer', 'trainer'),
    }),
  ),
  of('DELETE', '/pod-members/:id', 'pod_member'),
  of(
    'POST',
    '/pod-weekly-targets/',
    'pod',
    fc.record({
      pod_name: name,
      week_start_date: fc.constantFrom('2026-01-05', '2026-01-12'),
      daily_tasks_target: fc.integer({ min: 1, max: 9 }),
      daily_turns_target: fc.constant(5),
    }),
  ),
  of(
    'POST',
    '/auth/roles/',
    'role',
    fc.record({ name, permissions: fc.subarray(['user-view', 'data-upload']) }),
  ),
  of(
    'PATCH',
    '/auth/roles/:id',
    'role',
    fc.record({ permissions: fc.subarray(['user-view', 'data-upload', 'admin-view']) }),
  ),
  of('DELETE', '/auth/roles/:id', 'role'),
  of('POST', '/auth/users/', 'app_user', fc.constant({ email: 'new@example.com' })),
  of('PATCH', '/auth/users/:id', 'app_user', fc.record({ is_active: fc.boolean(), name })),
  of('DELETE', '/auth/users/:id', 'app_user'),
  of(
    'POST',
    '/auth/users/:id/project-roles',
    'app_user',
    fc.record({ project_id: project, role: fc.constantFrom('trainer', 'project_admin') }),
  ),
  of('PUT', '/projects/:id', 'project', fc.record({ client: name })),
  of('DELETE', '/projects/:id?force=true', 'project'),
  of('PATCH', '/tasks/tasks-crud/:id', 'task', change),
  of('DELETE', '/tasks/tasks-crud/:id', 'task'),
  of(
    'POST',
    '/tasks/tasks-crud/',
    'task',
    fc.record({
      turing_task_id: fc.integer({ min: 7, max: 9 }),
      project_id: fc.constant(1),
      turing_batch_id: fc.constantFrom(1, 2),
      status,
    }),
  ),
  of('POST', '/tasks/tasks-crud/bulk', 'task', fc.record({ ids: taskIds, change })),
  of(
    'POST',
    '/tasks/tasks-crud/bulk',
    'task',
    fc.record({ ids: taskIds, delete: fc.constant(true) }),
  ),
);

const KEYS: Readonly<Record<string, string>> = { task: 'turing_task_id' };

async function make({ method, path, table = '', pick: chosen, body }: Call): Promise<void> {
  const key = KEYS[table] ?? 'id';
  const items = await db.query<{ id: number }>(
    sql`SELECT ${key} AS id FROM core.${table} ORDER BY ${key} DESC`,
  );
  const id = items[chosen % Math.max(items.length, 1)]?.id ?? 0;
  const url = `${server.baseUrl}/api/v1${path.replace(':id', String(id))}`;
  expect((await send(method, url, admin.token, body)).status).toBeLessThan(500);
}

it('AUD-10 API-9 gives back the very rows, and exact aggregates, after any sequence of changes', async () => {
  expect(alpha).toBe(1);
  let undone = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(call, { minLength: 1, maxLength: 7 }), async (calls) => {
      const states: { readonly group: number; readonly before: object }[] = [];
      for (const one of calls) {
        const [last, before] = [await newestGroup(db), await recordedRows(db)];
        await make(one);
        const group = await newestGroup(db);
        if (group !== last) states.push({ group, before });
        else expect(await recordedRows(db)).toEqual(before);
      }
      for (const { group, before } of states.reverse()) {
        const answer = await post(`${server.baseUrl}/api/v1/audit/${group}/undo`, {}, admin.token);
        expect(`${answer.status} ${await answer.text()}`).toMatch(/^200 /);
        expect(await recordedRows(db)).toEqual(before);
        undone += 1;
      }
      expect(await verifyAggregates(db)).toEqual([]);
    }),
    { numRuns: runs(4) },
  );
  expect(undone).toBeGreaterThan(0);
});
