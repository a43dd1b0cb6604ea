import { connectTo, type QueryClient } from '@portal/testing/query-client';
import { testDatabase, type TestDatabase } from '@portal/testing/postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDailyWork } from '../users/daily-work.js';
import { readWeeklyProgress } from '../dashboards/live-state.js';
import { readReviewQueue } from '../reviews/review-queue.js';
import { readUserTasks } from './user-tasks.js';

/** Two emails with the same `core.index_key`. */
const [ONE, OTHER] = ['user658@example.com', 'user51135@example.com'];
const everywhere = { email: 'admin@example.com', isEverywhere: true, projectIds: [] };
/** Within one time slot, so that the work is counted from the tasks. */
const PERIOD = { start: '2026-03-01T08:01:00Z', end: '2026-03-01T08:09:00Z' };

let database: TestDatabase;
let db: QueryClient;

beforeAll(async () => {
  database = await testDatabase();
  db = await connectTo(database.url);
  await db.query("INSERT INTO core.project (id, name) VALUES (1, 'One')");
  await db.query(
    "INSERT INTO core.batch (project_id, turing_batch_id, name) VALUES (1, 1, 'First')",
  );
  await db.query('INSERT INTO core.app_user (email) SELECT unnest($1::text[])', [[ONE, OTHER]]);
  await db.query("INSERT INTO core.pod (name, project_id) VALUES ('Pod', 1)");
  await db.query("INSERT INTO core.pod_member (pod_name, user_email) VALUES ('Pod', $1)", [ONE]);
  await db.query(
    `INSERT INTO core.task (turing_task_id, project_id, turing_batch_id, user_email, status,
       number_of_turns, completed_at)
     VALUES (1, 1, 1, $1, 'completed', 3, '2026-03-01T08:05:00Z'),
       (2, 1, 1, $2, 'completed', 5, '2026-03-01T08:05:00Z')`,
    [ONE, OTHER],
  );
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

describe('two users with the same key in the indexes of tasks', () => {
  it('WORK-19 are separate in lists and statistics', async () => {
    const keys = await db.query(
      'SELECT DISTINCT core.index_key(email) FROM unnest($1::text[]) AS email',
      [[ONE, OTHER]],
    );
    expect(keys).toHaveLength(1);

    for (const period of [PERIOD, { start: null, end: null }]) {
      const listed = await readUserTasks(db, {
        ...{ email: OTHER, visibility: everywhere, ...period },
        ...{ status: null, search: null, projectId: 0, page: 1, size: 10 },
      });
      expect(listed).toMatchObject({ total: 1, items: [{ turing_task_id: 2 }] });
    }
    const scope = { projectId: 1, users: null, visibility: everywhere };
    expect(await readDailyWork(db, scope, PERIOD, 'UTC')).toEqual(
      [ONE, OTHER].sort().map((email) => ({
        ...{ date: '2026-03-01', email },
        ...{ task_count: 1, total_turns: email === ONE ? 3 : 5 },
      })),
    );
    const week = { startsAt: new Date(PERIOD.start), endsAt: new Date(PERIOD.end) };
    expect(await readWeeklyProgress(db, 1, 'Pod', week)).toMatchObject({
      members: [{ email: ONE, tasks: 1, turns: 3 }],
    });
    const queue = await readReviewQueue(db, {
      projectId: 1,
      podName: 'Pod',
      userId: 1,
      page: 1,
      size: 10,
    });
    expect(queue).toMatchObject({ total: 1, items: [{ turing_task_id: 1 }] });
  });
});
