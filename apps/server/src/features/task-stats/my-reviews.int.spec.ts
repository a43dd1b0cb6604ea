import { myReviewsSchema } from '@portal/contracts/task-stats';
import type { Db } from '@portal/persistence/db';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { get, problemIn } from '../../testing/requests.js';
import { startTestServer, type TestServer } from '../../testing/test-server.js';
import { assignRole, createProject, createUser, type TestUser } from '../../testing/user.js';

/** A day in India begins at half past an hour in UTC. */
const DAY = { start_datetime: '2026-01-05T18:30:00Z', end_datetime: '2026-01-06T18:30:00Z' };

let server: TestServer;
let db: Db;
let alpha: number;
let beta: number;
let rita: TestUser;
let olga: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  db = server.db;
  [alpha, beta] = [await createProject(db, 'Alpha'), await createProject(db, 'Beta')];
  rita = await createUser(db, 'rita@example.com');
  olga = await createUser(db, 'olga@example.com');
  await db.query(
    "INSERT INTO core.batch (project_id, turing_batch_id, name) VALUES ($1, 1, 'A'), ($2, 1, 'B')",
    [alpha, beta],
  );
  await db.query(
    `INSERT INTO core.task (turing_task_id, project_id, turing_batch_id, status)
     VALUES (1, $1, 1, 'completed'), (2, $1, 1, 'rework'), (3, $2, 1, 'completed')`,
    [alpha, beta],
  );
  await review(1, 1, rita.email, '2026-01-05T18:30:00Z');
  await review(1, 2, rita.email, '2026-01-05T19:29:59.999999Z');
  await review(2, 1, rita.email, '2026-01-05T19:30:00Z');
  await review(3, 1, rita.email, '2026-01-05T19:31:00Z');
  // Outside the period, of another user, and of an unknown one.
  await review(2, 2, rita.email, '2026-01-05T18:29:59.999999Z');
  await review(2, 3, rita.email, '2026-01-06T18:30:00Z');
  await review(2, 4, olga.email, '2026-01-05T19:00:00Z');
  await review(2, 5, null, '2026-01-05T19:00:00Z');
});
afterAll(() => server.stop());

const review = (task: number, id: number, email: string | null, at: string) =>
  db.query(
    `INSERT INTO core.task_review (turing_task_id, turing_review_id, reviewer_email, status,
       submitted_at) VALUES ($1, $2, $3, 'accepted', $4)`,
    [task, id, email, at],
  );
const ask = (user: TestUser, query: Record<string, string>) =>
  get(`${server.baseUrl}/api/v1/tasks/my-reviews?${new URLSearchParams(query)}`, user.token);
async function reviewsOf(user: TestUser, query: Record<string, string> = {}) {
  const answer = await ask(user, { ...DAY, ...query });
  const reviews = myReviewsSchema.parse(await answer.json());
  expect(answer.headers.get('x-revision')).toBe(String(reviews.revision));
  return reviews;
}

describe('the reviews of the caller', () => {
  it('WORK-20 are counted by hours from the start of the period', async () => {
    expect(await reviewsOf(rita)).toMatchObject({
      total: 4,
      hours: [
        { hour: '2026-01-05T18:30:00.000Z', reviews: 2 },
        { hour: '2026-01-05T19:30:00.000Z', reviews: 2 },
      ],
    });
  });

  it('WORK-20 are those of one project, if it is named', async () => {
    expect(await reviewsOf(rita, { project_id: String(alpha) })).toMatchObject({
      total: 3,
      hours: [{ reviews: 2 }, { reviews: 1 }],
    });
    expect(await reviewsOf(rita, { project_id: '99' })).toMatchObject({ total: 0, hours: [] });
  });

  it('WORK-20 are only the caller’s own, without any permission', async () => {
    expect(await reviewsOf(olga)).toMatchObject({ total: 1, hours: [{ reviews: 1 }] });
    const newcomer = await createUser(db, 'nina@example.com');
    expect(await reviewsOf(newcomer)).toMatchObject({ total: 0, hours: [] });
  });

  it('REV-9 my-reviews has the revision of its project, for users who belong to it', async () => {
    const query = { project_id: String(beta) };
    expect((await reviewsOf(rita, query)).revision).toBe(0);
    await assignRole(db, rita, beta, 'trainer');
    const before = await reviewsOf(rita, query);
    await review(3, 2, rita.email, '2026-01-06T10:00:00Z');
    const after = await reviewsOf(rita, query);
    expect(after.total).toBe(before.total + 1);
    expect(after.revision).toBe(before.revision + 1);
  });

  it.each([
    [{ end_datetime: DAY.end_datetime }, 'start_datetime'],
    [{ start_datetime: DAY.end_datetime, end_datetime: DAY.start_datetime }, 'end_datetime'],
    [{ ...DAY, end_datetime: '2027-04-05T00:00:00Z' }, 'end_datetime'],
    [{ ...DAY, user: 'olga@example.com' }, 'user'],
  ])('WORK-20 refuses %j and names %s', async (query: Record<string, string>, pointer) => {
    const answer = await ask(rita, query);
    expect(answer.status).toBe(400);
    expect((await problemIn(answer)).errors?.map((item) => item.pointer)).toEqual([pointer]);
  });
});
