import { type UserScores, userScoresSchema } from '@portal/contracts/task-stats';
import { readUserScores } from '@portal/persistence/reviews/user-scores';
import type { Queryable } from '@portal/persistence/queryable';
import { buildWorld, type TestUser } from '@portal/testing/world';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { get } from '../../testing/requests.js';
import { startTestServer, type TestServer } from '../../testing/test-server.js';

let server: TestServer;
let projects: Record<'Alpha' | 'Beta', number>;
let users: Record<'ada' | 'bo' | 'viewer' | 'admin', TestUser>;

const review = (id: number, score: number | null, submitted_at: string | null) => ({
  ...{ turing_review_id: id, reviewer_email: 'rex@example.com', status: 'accepted' },
  ...{ score, submitted_at },
});

beforeAll(async () => {
  server = await startTestServer();
  const task = { turing_batch_id: 1, status: 'completed' } as const;
  ({ projects, users } = await buildWorld(server.db, {
    projects: { Alpha: { batches: { 1: 'One' } }, Beta: { batches: { 1: 'One' } } },
    roles: { seeing: ['pod-info-public-view'] },
    users: {
      ada: {},
      bo: { roles: { Alpha: 'trainer' } },
      viewer: { roles: { Alpha: 'seeing' } },
      admin: { roles: { 'All Projects': 'admin' } },
    },
    tasks: [
      {
        ...{ ...task, turing_task_id: 1, project: 'Alpha', user: 'ada' },
        reviews: [
          // Sunday evening in Los Angeles, and the Monday that begins eight hours after that of UTC.
          review(1, 2, '2026-01-12T07:59:59Z'),
          review(2, 5, '2026-01-12T08:00:00Z'),
          review(3, null, '2026-01-13T10:00:00Z'),
          review(4, 1, null),
        ],
      },
      {
        ...{ ...task, turing_task_id: 2, project: 'Beta', user: 'ada' },
        reviews: [review(1, 2.5, '2026-01-14T10:00:00Z')],
      },
      {
        ...{ ...task, turing_task_id: 3, project: 'Alpha', user: 'bo' },
        reviews: [review(1, 1, '2026-01-14T10:00:00Z')],
      },
    ],
  }));
});
afterAll(() => server.stop());

const ask = (email: string, by: TestUser, query: Record<string, string> = {}) =>
  get(
    `${server.baseUrl}/api/v1/tasks/by-user/${email}/scores?${new URLSearchParams(query)}`,
    by.token,
  );
async function scores(by: TestUser, query = {}): Promise<UserScores['scores']> {
  const answer = await ask(users.ada.email, by, query);
  expect(answer.headers.get('x-revision')).toBeTruthy();
  return userScoresSchema.parse(await answer.json()).scores;
}

const FIRST = { week: '2026-01-05', reviews: 1, mean: 2 };

describe('the scores of a user', () => {
  it('TRAIN-23 are the mean by week of the reporting zone in which the reviews were submitted', async () => {
    const second = { week: '2026-01-12', reviews: 2, mean: 3.75 };
    expect(await scores(users.ada)).toEqual([FIRST, second]);
    const start_datetime = '2026-01-12T08:00:00Z';
    expect(await scores(users.ada, { start_datetime })).toEqual([second]);
    expect(await scores(users.ada, { end_datetime: start_datetime })).toEqual([FIRST]);
    expect(await scores(users.ada, { project_id: String(projects.Beta) })).toEqual([
      { week: '2026-01-12', reviews: 1, mean: 2.5 },
    ]);
  });

  it('TRAIN-23 are shown by project to those who see the work of the user', async () => {
    const { ada, bo, viewer, admin } = users;
    expect(await scores(viewer)).toEqual([FIRST, { week: '2026-01-12', reviews: 1, mean: 5 }]);
    expect(await scores(admin)).toHaveLength(2);
    expect((await ask(ada.email, bo)).status).toBe(404);
    expect((await ask('nobody@example.com', admin)).status).toBe(404);
    expect((await ask(ada.email, ada, { start_datetime: 'x' })).status).toBe(400);
  });

  it('TRAIN-23 are read by the user and the time of the reviews, and these by their keys', async () => {
    const plans: string[] = [];
    const explained: Queryable = {
      async query<T>(text: string, values?: unknown[]): Promise<readonly T[]> {
        const rows = await server.db.transaction(async (tx) => {
          await tx.query('SET LOCAL enable_seqscan = off');
          return tx.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values);
        });
        plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
        return [];
      },
    };
    const visibility = { email: users.ada.email, isEverywhere: true, projectIds: [] };
    await readUserScores(explained, {
      ...{ email: users.ada.email, visibility, projectId: 0 },
      ...{ start: '2026-01-01T00:00:00Z', end: null },
    });
    for (const index of ['user_review_submitted', 'task_review_pkey', 'task_pkey']) {
      expect(plans[0]).toContain(index);
    }
    expect(plans[0]).not.toMatch(/Seq Scan/);
  });
});
