import { connectTo, type QueryClient } from '@portal/testing/query-client';
import { testDatabase, type TestDatabase } from '@portal/testing/postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AGGREGATES, USER_REVIEWS } from '../aggregates/definitions.js';
import type { Queryable } from '../queryable.js';
import { claimNext } from '../reviews/review-claims.js';
import { readDailyWork } from './daily-work.js';
import { readWeeklyProgress } from '../dashboards/live-state.js';
import { readIsWorkerSeen } from '../visibility/work.js';
import { readMyReviews } from '../reviews/my-reviews.js';
import { readPodActivity } from '../dashboards/pod-activity.js';
import { readUserTasks } from '../tasks/user-tasks.js';
import { readReviewDesk } from '../reviews/review-desk.js';
import { readReviewQueue } from '../reviews/review-queue.js';

const TASKS = 200_000;

let database: TestDatabase;
let db: QueryClient;

/** Four projects, 200 users, a year and a half of tasks, every second one reviewed. */
beforeAll(async () => {
  database = await testDatabase();
  db = await connectTo(database.url);
  await db.query(`INSERT INTO core.project (id, name) SELECT n, 'Project ' || n
    FROM generate_series(1, 4) AS n`);
  await db.query(`INSERT INTO core.batch (project_id, turing_batch_id, name)
    SELECT n, 1, 'First' FROM generate_series(1, 4) AS n`);
  await db.query(`INSERT INTO core.app_user (email, name)
    SELECT 'user' || n || '@example.com', 'P' FROM generate_series(0, 19) AS n`);
  await db.query("INSERT INTO core.pod (name, project_id) VALUES ('Pod', 1)");
  await db.query(`INSERT INTO core.pod_member (pod_name, user_email)
    SELECT 'Pod', 'user' || n || '@example.com' FROM generate_series(0, 19) AS n`);
  // The read models of these reads are computed once at the end, and not with each row.
  await db.query('BEGIN');
  await db.query('SET LOCAL session_replication_role = replica');
  await db.query(`INSERT INTO core.task (turing_task_id, project_id, turing_batch_id, user_email,
      status, number_of_turns, completed_at, created_at)
    SELECT n, 1 + n % 4, 1, 'user' || n / 4 % 200 || '@example.com',
      (ARRAY['completed', 'reviewed', 'delivered', 'rework', 'in_progress'])[1 + n % 5], n % 9,
      CASE WHEN n % 5 < 4 THEN at END, at
    FROM (SELECT n, '2025-01-01Z'::timestamptz + n * interval '4 minutes' AS at
      FROM generate_series(1, ${TASKS}) AS n) AS made`);
  await db.query(`INSERT INTO core.task_review (turing_task_id, turing_review_id, reviewer_email,
      status, submitted_at)
    SELECT turing_task_id, 1, 'user' || turing_task_id % 20 || '@example.com', 'accepted',
      created_at + interval '1 day'
    FROM core.task WHERE turing_task_id % 2 = 0`);
  await db.query('SET LOCAL session_replication_role = origin');
  for (const { table, recount } of AGGREGATES) {
    if (!/user_slot|user_total/.test(table)) continue;
    await db.query(`INSERT INTO ${table} ${recount}`);
  }
  await db.query(`INSERT INTO agg.user_review ${USER_REVIEWS}`);
  await db.query('COMMIT');
  await db.query('ANALYZE');
});

afterAll(async () => {
  await db.close();
  await database.drop();
});

const everywhere = { email: 'admin@example.com', isEverywhere: true, projectIds: [] };
const members = Array.from({ length: 10 }, (_, n) => `user${n}@example.com`);
const everybody = { projectId: 0, users: null, visibility: everywhere };
const WEEK = { start: '2026-03-01T08:07:00.000001Z', end: '2026-03-08T09:11:00Z' };
const YEAR = { start: '2025-03-01T08:07:00Z', end: '2026-03-08T09:11:00Z' };

const READS: [string, (on: Queryable) => Promise<unknown>][] = [
  ['a week of everybody', (on) => readDailyWork(on, everybody, WEEK, 'UTC')],
  ['a year of everybody', (on) => readDailyWork(on, everybody, YEAR, 'Asia/Kathmandu')],
  [
    'a year of one’s own',
    (on) =>
      readDailyWork(
        on,
        {
          ...everybody,
          visibility: { email: 'user1@example.com', isEverywhere: false, projectIds: [] },
        },
        YEAR,
        'UTC',
      ),
  ],
  [
    'a week of a team',
    (on) =>
      readDailyWork(on, { projectId: 1, users: members, visibility: everywhere }, WEEK, 'UTC'),
  ],
  [
    'the desk of a team',
    (on) => readReviewDesk(on, { projectId: 1, users: members, visibility: everywhere }, WEEK),
  ],
  ['the desk of everybody', (on) => readReviewDesk(on, everybody, WEEK)],
  ['whether somebody is seen', (on) => readIsWorkerSeen(on, 'user1@example.com', everywhere)],
  [
    'a page of a user’s tasks',
    (on) =>
      readUserTasks(on, {
        email: 'user1@example.com',
        visibility: everywhere,
        start: WEEK.start,
        end: WEEK.end,
        status: null,
        search: null,
        projectId: 0,
        page: 1,
        size: 50,
      }),
  ],
  [
    'what came back to a user for rework',
    (on) =>
      readUserTasks(on, {
        email: 'user1@example.com',
        visibility: everywhere,
        start: null,
        end: null,
        status: 'rework',
        search: null,
        projectId: 2,
        page: 1,
        size: 50,
      }),
  ],
  [
    'the review queue of a pod',
    (on) => readReviewQueue(on, { projectId: 2, podName: 'Pod', userId: 1, page: 1, size: 50 }),
  ],
  [
    'a week of a reviewer',
    (on) => readMyReviews(on, { userId: 1, email: 'user1@example.com', projectId: 1, ...WEEK }),
  ],
  [
    'all tasks of a user',
    (on) =>
      readUserTasks(on, {
        email: 'user1@example.com',
        visibility: { email: 'lead@example.com', isEverywhere: false, projectIds: [1, 2] },
        start: null,
        end: null,
        status: null,
        search: null,
        projectId: 0,
        page: 2,
        size: 100,
      }),
  ],
  [
    'the week of a pod',
    (on) =>
      readWeeklyProgress(on, 1, 'Pod', {
        startsAt: new Date('2026-03-02T08:07:00Z'),
        endsAt: new Date('2026-03-09T07:00:00Z'),
      }),
  ],
];

const EXPLAIN = {
  custom: 'EXPLAIN',
  generic: 'EXPLAIN (GENERIC_PLAN)',
  analyze: 'EXPLAIN (ANALYZE, BUFFERS OFF)',
};

/** The custom or generic plans of the statements that a read runs. */
async function plansOf(
  read: (on: Queryable) => Promise<unknown>,
  mode: 'custom' | 'generic' | 'analyze' = 'custom',
): Promise<string[]> {
  const plans: string[] = [];
  const explain = EXPLAIN[mode];
  await read({
    async query<T>(text: string, values?: unknown[]): Promise<readonly T[]> {
      const lines = await db.query<{ 'QUERY PLAN': string }>(
        `${explain} ${text}`,
        mode === 'generic' ? undefined : values,
      );
      plans.push(lines.map((line) => line['QUERY PLAN']).join('\n'));
      return db.query<T>(text, values);
    },
  });
  return plans;
}

describe('statistics of users among 200,000 tasks', () => {
  it.each(READS)('WORK-10 %s never reads the whole task table', async (_, read) => {
    const plans = [...(await plansOf(read)), ...(await plansOf(read, 'generic'))];
    expect(plans.length).toBeGreaterThan(1);
    for (const plan of plans) {
      expect(plan).not.toMatch(/Seq Scan on (task|task_review|user_review)\b/);
      // Only a user's tasks at the ends of the period.
      expect(plan).not.toMatch(/Cond: \(user_email = \(user\.user_email\)::text\)/);
    }
  });

  it.each(['custom', 'generic'] as const)(
    'WORK-10 a period of a user’s tasks reads only these, in any status, by a %s plan',
    async (mode) => {
      const email = 'user1@example.com';
      for (const visibility of [
        everywhere,
        { ...everywhere, isEverywhere: false, projectIds: [1, 2] },
      ]) {
        const page = {
          email,
          visibility,
          ...WEEK,
          status: null,
          search: null,
          projectId: 0,
          page: 1,
          size: 50,
        };
        const [plan] = await plansOf((on) => readUserTasks(on, page), mode);
        expect(plan).toMatch(/task_user_time/);
        expect(plan).not.toMatch(/Seq Scan on task\b/);
        expect(plan).not.toMatch(/Index Cond: .*completed_at IS NULL/);
        // Only the rows of the page are sorted, in one step.
        expect(plan).not.toMatch(/Incremental Sort/);
      }
    },
  );

  it('WORK-10 the review queue and the next claim read no task that was reviewed before those that wait', async () => {
    await db.query('BEGIN');
    // As the connections of lists have it.
    await db.query('SET LOCAL enable_sort = off');
    await db.query('DELETE FROM core.task_review WHERE turing_task_id > $1', [TASKS - 2000]);
    // Counts now, without a commit.
    await db.query('SET CONSTRAINTS ALL IMMEDIATE');
    const plans: string[] = [];
    const explaining: Queryable = {
      async query<T>(text: string, values?: unknown[]): Promise<readonly T[]> {
        const lines = await db.query<{ 'QUERY PLAN': string }>(
          `EXPLAIN (ANALYZE, BUFFERS OFF) ${text}`,
          values,
        );
        plans.push(lines.map((line) => line['QUERY PLAN']).join('\n'));
        return db.query<T>(text, values);
      },
    };
    const scope = { projectId: 1, podName: 'Pod', userId: 1 };
    const { total, items } = await readReviewQueue(explaining, { ...scope, page: 1, size: 50 });
    expect(await claimNext(explaining, scope)).toMatchObject({
      turing_task_id: expect.any(Number) as number,
    });
    await db.query('ROLLBACK');
    expect(items).toHaveLength(total);
    expect(total).toBeGreaterThan(5);
    expect(plans).toHaveLength(3);
    // The page, and the next claim.
    for (const plan of plans.slice(0, 2)) {
      const [, rows, loops, removed = '0'] =
        /Scan Backward using task_list_user.*?actual.*?rows=([\d.]+) loops=(\d+)(?:(?!->)[^])*?(?:Removed by Filter: (\d+)|->)/.exec(
          plan,
        ) ?? [];
      const visited = (Number(rows) + Number(removed)) * Number(loops);
      expect(visited, plan).toBeLessThan(3 * total);
      expect(plan).not.toMatch(/Seq Scan on (task|task_review)\b/);
    }
  });

  it('WORK-14 WORK-45 WORK-81 the next claim, a page of the queue and the activity of the pod read few tasks where very many wait', async () => {
    await db.query('BEGIN');
    await db.query('SET LOCAL session_replication_role = replica');
    await db.query('DELETE FROM core.task_review');
    await db.query('UPDATE agg.user_total SET reviewed_tasks = 0');
    await db.query('SET LOCAL session_replication_role = origin');
    const scope = { projectId: 1, podName: 'Pod', userId: 1 };
    const waiting = await readReviewQueue(db, { ...scope, page: 1, size: 1 });
    expect(waiting.total).toBe(1_000);
    // As the connections of lists have it.
    await db.query('SET LOCAL enable_sort = off');
    const now = new Date('2026-07-01Z');
    const instants = { since: now, week: now, today: now, tomorrow: now };
    const plans = [
      await plansOf((on) => claimNext(on, scope), 'analyze'),
      await plansOf((on) => readReviewQueue(on, { ...scope, page: 1, size: 20 }), 'analyze'),
      await plansOf((on) => readPodActivity(on, { ...scope, email: '', ...instants }), 'analyze'),
    ];
    await db.query('ROLLBACK');
    for (const [plan = ''] of plans) {
      const [, rows, loops, removed = '0'] =
        /Scan using task_waiting.*?actual.*?rows=([\d.]+) loops=(\d+)(?:(?!->)[^])*?(?:Removed by Filter: (\d+)|->)/.exec(
          plan,
        ) ?? [];
      const visited = (Number(rows) + Number(removed)) * Number(loops);
      expect(visited, plan).toBeGreaterThan(0);
      expect(visited, plan).toBeLessThanOrEqual(20 * 20);
      expect(plan).not.toMatch(/Seq Scan on (task|task_review)\b/);
    }
  });
});
