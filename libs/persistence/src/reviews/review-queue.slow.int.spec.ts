import { runs } from '@portal/testing/runs';
import { connectTo, type QueryClient } from '@portal/testing/query-client';
import { testDatabase, type TestDatabase } from '@portal/testing/postgres';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { claimNext } from './review-claims.js';
import { readReviewCounters } from '../dashboards/live-state.js';
import { readReviewChoices } from './review-choices.js';
import { readReviewQueue, type ReviewQueueScope } from './review-queue.js';

let database: TestDatabase;
let db: QueryClient;
/** The id of c, who reviews and is no member. */
let reviewer: number;

beforeAll(async () => {
  database = await testDatabase();
  db = await connectTo(database.url);
  await db.query(`INSERT INTO core.project (id, name) VALUES (1, 'One'), (2, 'Two')`);
  await db.query(`INSERT INTO core.batch (project_id, turing_batch_id, name)
    VALUES (1, 1, 'First'), (2, 1, 'First')`);
  await db.query(`INSERT INTO core.app_user (email, name)
    SELECT name || '@example.com', name FROM unnest(ARRAY['a', 'b', 'c', 'd']) AS name`);
  await db.query(`INSERT INTO core.user_role (user_id, project_id, role_id)
    SELECT app_user.id, 1, role.id FROM core.app_user, core.role
    WHERE email = 'c@example.com' AND role.name = 'project_admin'`);
  const [c] = await db.query<{ id: number }>(
    "SELECT id FROM core.app_user WHERE email = 'c@example.com'",
  );
  reviewer = c?.id ?? 0;
  await db.query(`INSERT INTO core.pod (name, project_id) VALUES ('Pod', 1), ('Empty', 1)`);
  await db.query(`INSERT INTO core.pod_member (pod_name, user_email)
    SELECT 'Pod', name || '@example.com' FROM unnest(ARRAY['a', 'b', 'd']) AS name`);
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const instant = fc.constantFrom(
  null,
  '2026-03-08T09:59:59Z',
  '2026-03-08T10:00:00Z',
  '2026-03-08T10:00:00.000001Z',
  '2026-11-02T08:00:00Z',
);
const task = fc.record({
  project_id: fc.constantFrom(1, 1, 1, 2),
  user_email: fc.constantFrom('a@example.com', 'b@example.com', 'c@example.com', null),
  status: fc.constantFrom('completed', 'completed', 'ready_for_review', 'reviewed', 'in_progress'),
  completed_at: instant,
  updated_at: instant,
  created_at: instant,
  reviews: fc.constantFrom(0, 0, 1, 2),
});
type Task = typeof task extends fc.Arbitrary<infer Value> ? Value : never;

async function store(tasks: readonly Task[]): Promise<void> {
  await db.query('DELETE FROM core.task');
  const rows = JSON.stringify(tasks.map((row, index) => ({ turing_task_id: index + 1, ...row })));
  await db.query(
    `INSERT INTO core.task (turing_task_id, project_id, turing_batch_id, user_email, status,
       completed_at, updated_at, created_at)
     SELECT turing_task_id, project_id, 1, user_email, status, completed_at, updated_at, created_at
     FROM jsonb_populate_recordset(NULL::core.task, $1)`,
    [rows],
  );
  await db.query(
    `INSERT INTO core.task_review (turing_task_id, turing_review_id, status)
     SELECT (task ->> 'turing_task_id')::bigint, number, 'accepted'
     FROM jsonb_array_elements($1) AS task, generate_series(1, (task ->> 'reviews')::integer) AS number`,
    [rows],
  );
}

/** The ids of the waiting tasks of the pod's members in project 1, from the tasks alone. */
async function recount(): Promise<number[]> {
  const rows = await db.query<{ id: number }>(`
    SELECT turing_task_id AS id FROM core.task
    WHERE project_id = 1 AND user_email IN ('a@example.com', 'b@example.com', 'd@example.com')
      AND status IN ('completed', 'ready_for_review')
      AND turing_task_id NOT IN (SELECT turing_task_id FROM core.task_review)
    ORDER BY coalesce(completed_at, updated_at, created_at) NULLS LAST, turing_task_id`);
  return rows.map(({ id }) => id);
}

describe('the review queue', () => {
  it('WORK-14 AGG-21 pages equal a recount, and the total is pending on the desk', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(task, { maxLength: 40 }), async (tasks) => {
        await store(tasks);
        const expected = await recount();
        const found: number[] = [];
        for (let page = 1; page <= expected.length / 7 + 1; page += 1) {
          const queue = await readReviewQueue(db, {
            projectId: 1,
            podName: 'Pod',
            userId: 1,
            page,
            size: 7,
          });
          expect(queue.total).toBe(expected.length);
          found.push(...queue.items.map(({ turing_task_id }) => turing_task_id));
        }
        expect(found).toEqual(expected);
        expect((await readReviewCounters(db, 1, 'Pod')).pending).toBe(expected.length);
      }),
      { numRuns: runs(20) },
    );
  });

  it('WORK-14 WORK-80 each filter selects among the pages without one, and the claims of the user come first', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(task, { maxLength: 30 }), fc.nat(5), async (tasks, every) => {
        await store(tasks);
        await db.query(
          `INSERT INTO core.task_feedback (turing_task_id, author_email, words, is_rework, reasons)
          SELECT turing_task_id, 'c@example.com', 'Say why.', true, ARRAY['Short']
          FROM core.task WHERE turing_task_id % ($1::integer + 2) = 0`,
          [every],
        );
        await db.query(`UPDATE core.task SET target_model = 'opus' WHERE turing_task_id % 3 = 0`);
        const scope = { projectId: 1, podName: 'Pod', userId: reviewer };
        await claimNext(db, { ...scope, filters: { target_model: 'opus' } });
        const { items, total } = await readReviewQueue(db, { ...scope, page: 1, size: 100 });
        expect(total).toBe(items.length);
        expect(items.slice(1).every(({ claim }) => claim === null)).toBe(true);
        const sentBack = ({ turing_task_id: id }: { turing_task_id: number }) =>
          id % (every + 2) === 0;
        const selections: [
          ReviewQueueScope['filters'],
          (item: (typeof items)[number]) => boolean,
        ][] = [
          [{ user_email: 'a@example.com' }, (item) => item.user_email === 'a@example.com'],
          [{ turing_batch_id: 1 }, () => true],
          [{ turing_batch_id: 2 }, () => false],
          [{ target_model: 'opus' }, (item) => item.target_model === 'opus'],
          [{ reason: 'Short' }, sentBack],
          [
            { reason: 'Short', turing_batch_id: 1, user_email: 'b@example.com' },
            (item) => sentBack(item) && item.user_email === 'b@example.com',
          ],
          [{ search: 'opu' }, (item) => item.target_model === 'opus'],
        ];
        for (const [filters = {}, passes] of selections) {
          const found = [];
          for (let page = 1; page <= items.length / 7 + 1; page += 1) {
            const queue = await readReviewQueue(db, { ...scope, filters, page, size: 7 });
            expect(queue.total).toBe(items.filter(passes).length);
            found.push(...queue.items);
          }
          expect(found).toEqual(items.filter(passes));
        }
        const choices = await readReviewChoices(db, scope);
        const opus = items.filter((item) => item.target_model === 'opus').length;
        const short = items.filter(sentBack).length;
        expect(choices).toMatchObject({
          batches: items.length > 0 ? [{ turing_batch_id: 1, name: 'First', tasks: total }] : [],
          models: opus > 0 ? [{ target_model: 'opus', tasks: opus }] : [],
          reasons: short > 0 ? [{ reason: 'Short', tasks: short }] : [],
        });
      }),
      { numRuns: runs(10) },
    );
  });

  it('WORK-45 next gives the tasks in the turn of the queue, each once, until none is left', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(task, { maxLength: 30 }), fc.nat(5), async (tasks, every) => {
        await store(tasks);
        await db.query(
          `INSERT INTO core.task_feedback (turing_task_id, author_email, words, is_rework, withdrawn_at)
          SELECT turing_task_id, 'c@example.com', 'Say why.', turing_task_id % 4 > 0,
            CASE WHEN turing_task_id % 5 = 0 THEN now() END
          FROM core.task WHERE turing_task_id % ($1::integer + 2) = 0`,
          [every],
        );
        const scope = { projectId: 1, podName: 'Pod', userId: reviewer };
        const queue = await readReviewQueue(db, { ...scope, page: 1, size: 100 });
        const given: number[] = [];
        for (;;) {
          const next = await claimNext(db, scope);
          if (next === null || next === 'taken') break;
          given.push(next.turing_task_id);
        }
        expect(given).toEqual(queue.items.map(({ turing_task_id }) => turing_task_id));
      }),
      { numRuns: runs(20) },
    );
  });

  it('WORK-45 next passes over tasks that another transaction locks, however many these are', async () => {
    await db.query('DELETE FROM core.task');
    await db.query(`INSERT INTO core.task (turing_task_id, project_id, turing_batch_id, user_email, status)
      SELECT n, 1, 1, 'a@example.com', 'completed' FROM generate_series(1, 50) AS n`);
    const other = await connectTo(database.url);
    await other.query('BEGIN');
    await other.query('SELECT FROM core.task WHERE turing_task_id < 48 FOR UPDATE');
    const next = await claimNext(db, { projectId: 1, podName: 'Pod', userId: reviewer });
    await other.query('ROLLBACK');
    await other.close();
    expect(next).toMatchObject({ turing_task_id: 48 });
  });

  it('WORK-14 a pod without members has an empty queue', async () => {
    const page = { projectId: 1, userId: 1, page: 1, size: 7 };
    expect(await readReviewQueue(db, { ...page, podName: 'Empty' })).toMatchObject({
      items: [],
      total: 0,
    });
  });
});
