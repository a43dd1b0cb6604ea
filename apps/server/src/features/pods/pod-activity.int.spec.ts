import { type PodActivity, podActivitySchema } from '@portal/contracts/pod-activity';
import type { Db } from '@portal/persistence/db';
import { buildWorld, type TestUser } from '@portal/testing/world';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { get } from '../../testing/requests.js';
import { sharedServer } from '../../testing/shared-server.js';
import type { TestServer } from '../../testing/test-server.js';

let server: TestServer;
let db: Db;
let users: Record<'lead' | 'rita' | 'trainer' | 'guest' | 'stranger', TestUser>;

beforeAll(async () => {
  server = await sharedServer();
  db = server.db;
  const world = await buildWorld(db, {
    projects: { Alpha: { batches: { 1: 'One' } } },
    users: {
      lead: { roles: { Alpha: 'pod-lead' } },
      rita: {},
      trainer: {},
      guest: { roles: { Alpha: 'reviewer' } },
      stranger: {},
    },
    pods: {
      Orion: {
        project: 'Alpha',
        members: { lead: 'lead', rita: 'reviewer', trainer: 'trainer' },
      },
    },
  });
  users = world.users;
  await db.query(
    `INSERT INTO core.task (turing_task_id, project_id, turing_batch_id, user_email, status, completed_at)
     SELECT id, $1, 1, $2, 'completed', now() - make_interval(days => id) FROM generate_series(1, 20) AS id`,
    [world.projects.Alpha, users.trainer.email],
  );
  await db.query(
    `INSERT INTO core.task_review (turing_task_id, turing_review_id, reviewer_email, status, submitted_at)
     SELECT id, id, CASE WHEN id <= 10 THEN $1 ELSE $2 END, CASE WHEN id = 1 THEN 'rework' ELSE 'approved' END, now()
     FROM generate_series(1, 13) AS id`,
    [users.rita.email, users.guest.email],
  );
  await db.query(
    `INSERT INTO core.review_claim (turing_task_id, user_id, expires_at)
     VALUES (14, $1, now() + interval '1 hour'), (15, $1, now() - interval '1 hour')`,
    [users.guest.id],
  );
});
afterAll(() => server.stop());

const ask = (user: TestUser) => get(`${server.baseUrl}/api/v1/pods/Orion/activity`, user.token);
const activity = async (user: TestUser): Promise<PodActivity> =>
  podActivitySchema.parse(await (await ask(user)).json());
const NOTHING = { reviews_today: 0, reviews_week: 0, claimed: 0, sent_back: { of: 0 } };

describe('the activity of a pod', () => {
  it('WORK-60 WORK-61 has the reviews of each member, what they send back, and what waits', async () => {
    const found = await activity(users.lead);
    expect(found.members).toMatchObject([
      { email: users.lead.email, ...NOTHING, last_active_at: null },
      {
        ...{ email: users.rita.email, reviews_today: 10, reviews_week: 10, claimed: 0 },
        sent_back: { count: 1, of: 10, percent: 10, low: 0.3, high: 44.5 },
      },
      { email: users.trainer.email, ...NOTHING, last_active_at: expect.any(String) as string },
    ]);
    expect(found.waiting).toEqual({
      ...{ tasks: 7, oldest: expect.any(String) as string },
      by_age: [7, 7, 7],
    });
    expect(Date.now() - Date.parse(found.waiting.oldest ?? '')).toBeGreaterThan(19 * 86_400_000);
    expect(found.me.email).toBe(users.lead.email);
  });

  it('WORK-62 shows others their own numbers only, and those of a guest to the guest', async () => {
    const own = await activity(users.trainer);
    expect(own.members.map(({ email }) => email)).toEqual([users.trainer.email]);
    const guest = await activity(users.guest);
    expect(guest.me).toMatchObject({
      ...{ email: users.guest.email, reviews_today: 3, reviews_week: 3, claimed: 1 },
      sent_back: { count: 0, of: 3 },
    });
    expect(guest.members.map(({ email }) => email)).not.toContain(users.guest.email);
    expect((await ask(users.stranger)).status).toBe(404);
  });
});
