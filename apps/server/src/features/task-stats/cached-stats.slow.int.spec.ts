import { runs } from '@portal/testing/runs';
import { podStatsSchema, reviewStatsSchema } from '@portal/contracts/task-stats';
import type { VisibilityScope } from '@portal/domain/visibility';
import type { Db } from '@portal/persistence/db';
import { readDailyWork } from '@portal/persistence/users/daily-work';
import { readReviewDesk } from '@portal/persistence/reviews/review-desk';
import { readUserDetails } from '@portal/persistence/users/user-details';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { IndexedReads } from '../../db/pools.js';
import { assignRole, createUser, createProject, type TestUser } from '../../testing/user.js';
import { get } from '../../testing/requests.js';
import { startTestServer, type TestServer } from '../../testing/test-server.js';

const PERIOD = { start: '2026-01-05T00:00:00.000000Z', end: '2026-01-12T00:00:00.000000Z' };
const WEEK = { start_datetime: PERIOD.start, end_datetime: PERIOD.end };
const ZONE = 'America/Los_Angeles';
const TASKS = 6;

let server: TestServer;
let db: Db;
/** Alpha, Beta, and an id without a project. */
let projects: number[];
/** The callers with their visibility. */
let callers: { user: TestUser; visibility: VisibilityScope }[];
const workers = ['ada@example.com', 'bob@example.com'];

beforeAll(async () => {
  server = await startTestServer();
  db = server.db;
  const [alpha, beta] = [await createProject(db, 'Alpha'), await createProject(db, 'Beta')];
  projects = [alpha, beta, beta + 100];
  const [admin, viewer, second, ada] = [
    await createUser(db, 'everywhere@example.com'),
    await createUser(db, 'viewer@example.com'),
    await createUser(db, 'second@example.com'),
    await createUser(db, 'ada@example.com'),
  ];
  await assignRole(db, admin, 0, 'admin');
  await assignRole(db, viewer, alpha, 'project_member');
  await assignRole(db, second, beta, 'project_member');
  await assignRole(db, second, alpha, 'project_member');
  callers = [
    { user: admin, visibility: { email: admin.email, isEverywhere: true, projectIds: [] } },
    { user: viewer, visibility: { email: viewer.email, isEverywhere: false, projectIds: [alpha] } },
    {
      user: second,
      visibility: { email: second.email, isEverywhere: false, projectIds: [alpha, beta] },
    },
    { user: ada, visibility: { email: ada.email, isEverywhere: false, projectIds: [] } },
  ];
  await db.query("INSERT INTO core.pod (name, project_id) VALUES ('Orion', $1)", [alpha]);
  await db.query(
    `INSERT INTO core.batch (project_id, turing_batch_id, name)
     VALUES ($1, 1, 'One'), ($2, 1, 'One')`,
    [alpha, beta],
  );
  await db.query(
    `INSERT INTO core.task (turing_task_id, project_id, turing_batch_id, user_email, status,
       number_of_turns, completed_at)
     SELECT n, CASE WHEN n % 2 = 0 THEN $1::integer ELSE $2 END, 1, 'ada@example.com', 'completed',
       1, '2026-01-05T12:00:00Z'::timestamptz + n * interval '1 day'
     FROM generate_series(1, $3::integer) AS n`,
    [alpha, beta, TASKS],
  );
});
afterAll(() => server.stop());

const ask = (call: string, user: TestUser, query: Record<string, string>, held?: string) =>
  held === undefined
    ? get(url(call, query), user.token)
    : fetch(url(call, query), {
        headers: { authorization: `Bearer ${user.token}`, 'if-none-match': held },
      });
const url = (call: string, query: Record<string, string>) =>
  `${server.baseUrl}/api/v1/tasks/${call}?${new URLSearchParams({ ...WEEK, ...query })}`;

/** Each change alone may change a result. */
const CHANGES = [
  'UPDATE core.task SET number_of_turns = number_of_turns + 1 WHERE turing_task_id = $1',
  "UPDATE core.task SET completed_at = completed_at + interval '26 hours' WHERE turing_task_id = $1",
  `UPDATE core.task SET user_email = CASE user_email WHEN 'ada@example.com' THEN 'bob@example.com'
     ELSE 'ada@example.com' END WHERE turing_task_id = $1`,
  `UPDATE core.task SET status = CASE status WHEN 'completed' THEN 'reviewed' ELSE 'completed' END
   WHERE turing_task_id = $1`,
  `INSERT INTO core.task_review (turing_task_id, turing_review_id, status, submitted_at)
   VALUES ($1, 1, 'accepted', '2026-01-07T10:00:00Z')
   ON CONFLICT (turing_task_id, turing_review_id)
   DO UPDATE SET submitted_at = task_review.submitted_at + interval '3 days'`,
  "UPDATE core.app_user SET name = name || 'x' WHERE email = 'ada@example.com' AND $1::integer > 0",
  `UPDATE core.app_user SET timezone = 'UTC+' || $1::text || ':00' WHERE email = 'ada@example.com'`,
  `INSERT INTO core.app_user (email, name) SELECT 'bob@example.com', 'Bob' WHERE $1::integer > 0
   ON CONFLICT DO NOTHING`,
  "DELETE FROM core.app_user WHERE email = 'bob@example.com' AND $1::integer > 0",
  `INSERT INTO core.pod_member (pod_name, user_email)
   SELECT 'Orion', 'ada@example.com' WHERE $1::integer > 0 ON CONFLICT DO NOTHING`,
  'DELETE FROM core.pod_member WHERE $1::integer > 0',
];

const question = fc.record({
  caller: fc.nat(3),
  /** Of `projects`; default: all of them. */
  project: fc.option(fc.nat(2), { nil: undefined }),
  /** Of `workers`; default: all users. */
  worker: fc.option(fc.nat(1), { nil: undefined }),
});
type Question = typeof question extends fc.Arbitrary<infer Value> ? Value : never;

const step = fc.record({
  change: fc.constantFrom(...CHANGES),
  task: fc.integer({ min: 1, max: TASKS }),
  questions: fc.array(question, { minLength: 3, maxLength: 8 }),
});

async function expectFreshAnswers({ caller, project, worker }: Question): Promise<void> {
  const { user, visibility } = at(callers, caller);
  const projectId = project === undefined ? 0 : at(projects, project);
  const users = worker === undefined ? null : [at(workers, worker)];
  const query = {
    ...(project !== undefined && { project_id: String(projectId) }),
    ...(users && { member_emails: users.join() }),
  };
  const scope = { projectId, users, visibility };
  const work = await ask('pod-stats', user, query);
  const details = await readUserDetails(db, workers, scope);
  expect(podStatsSchema.parse(await work.json())).toEqual(
    (await readDailyWork(db, scope, PERIOD, ZONE)).map((row) => ({
      ...row,
      user: details.get(row.email) ?? null,
    })),
  );
  const desk = await ask('pod-review-stats', user, query);
  expect(reviewStatsSchema.parse(await desk.json())).toEqual(
    await readReviewDesk(db, scope, PERIOD),
  );
}

function at<T>(list: readonly T[], index: number): T {
  const item = list[index];
  if (item === undefined) throw new Error(`There is no item ${index}`);
  return item;
}

/** The number of reads of pod-stats during the work. */
async function readsDuring(work: () => Promise<unknown>): Promise<number> {
  const spy = vi.spyOn(server.app.get(IndexedReads).prepared, 'query');
  try {
    await work();
    return spy.mock.calls.filter(([text]) => text.includes('agg.user_slot')).length;
  } finally {
    spy.mockRestore();
  }
}

describe('cached statistics of users', () => {
  it('WORK-12 equal a fresh read for any caller, after each change', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 4 }), async (steps) => {
        for (const { change, task, questions } of steps) {
          await db.query(change, [task]);
          for (const asked of questions) await expectFreshAnswers(asked);
        }
      }),
      { numRuns: runs(2) },
    );
  });

  it('WORK-12 of a pod follow the project of the pod, for any requested project', async () => {
    const { user } = at(callers, 0);
    const alpha = at(projects, 0);
    await db.query('DELETE FROM core.pod_member');
    await db.query("INSERT INTO core.pod_member (pod_name, user_email) VALUES ('Orion', $1)", [
      at(workers, 0),
    ]);
    const turns = async (query: Record<string, string>) => {
      const answer = await ask('pod-stats', user, { pod_name: 'Orion', ...query });
      const rows = podStatsSchema.parse(await answer.json());
      return rows.reduce((sum, { total_turns }) => sum + total_turns, 0);
    };
    await db.query(
      `UPDATE core.task SET user_email = $1, status = 'completed', completed_at = $2
       WHERE turing_task_id = 2`,
      [at(workers, 0), '2026-01-06T12:00:00Z'],
    );
    const before = await turns({});
    expect(await turns({ project_id: String(alpha) })).toBe(before);
    await db.query(
      'UPDATE core.task SET number_of_turns = number_of_turns + 5 WHERE turing_task_id = 2',
    );
    expect(await turns({ project_id: String(alpha) })).toBe(before + 5);
    expect(await turns({})).toBe(before + 5);
    await db.query("DELETE FROM core.pod_member WHERE pod_name = 'Orion'");
    expect(await turns({})).toBe(0);
  });

  it('WORK-12 are read once for callers who see the same users', async () => {
    const query = { project_id: String(at(projects, 0)) };
    const [admin, viewer, second, ada] = callers.map(({ user }) => user);
    if (!admin || !viewer || !second || !ada) throw new Error('There are four');
    const askEach = (users: TestUser[]) => () =>
      Promise.all(users.map((user) => ask('pod-stats', user, query)));
    await db.query('UPDATE core.task SET number_of_turns = 1');
    expect(await readsDuring(askEach([admin, viewer, second, admin, viewer]))).toBe(1);
    expect(await readsDuring(askEach([second]))).toBe(0);
    expect(await readsDuring(askEach([ada]))).toBe(1);
    await db.query('UPDATE core.task SET number_of_turns = 2');
    expect(await readsDuring(askEach([second]))).toBe(1);
  });

  it('WORK-12 respond 304 to a current ETag, until the data changes', async () => {
    const { user } = at(callers, 0);
    for (const call of ['pod-stats', 'pod-review-stats']) {
      await db.query("UPDATE core.task SET status = 'completed'");
      const etag = (await ask(call, user, {})).headers.get('etag') ?? '';
      expect(etag).toMatch(/^W\/"/);
      expect((await ask(call, user, {}, etag)).status).toBe(304);
      await db.query("UPDATE core.task SET status = 'in_progress'");
      expect((await ask(call, user, {}, etag)).status).toBe(200);
    }
  });
});
