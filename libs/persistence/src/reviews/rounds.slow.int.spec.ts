import { MAX_ROUNDS } from '@portal/contracts/rounds';
import { testDatabase, type TestDatabase } from '@portal/testing/postgres';
import { buildWorld } from '@portal/testing/world';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Db } from '../db.js';
import { readTasksOfWork } from '../dashboards/tasks-by-number.js';
import { readRounds } from './rounds.js';

let database: TestDatabase;
let db: Db;
let alpha: number;

const review = (status: string, submitted_at: string) => ({
  ...{ turing_review_id: 1, status, submitted_at },
});

beforeAll(async () => {
  database = await testDatabase();
  db = new Db({ url: database.url, applicationName: 'rounds.int.spec' });
  const task = { project: 'Alpha', status: 'completed' } as const;
  const world = await buildWorld(db, {
    projects: { Alpha: {} },
    users: { ada: {}, bo: {} },
    pods: { Lyra: { project: 'Alpha', members: { bo: 'trainer' } } },
    tasks: [
      {
        ...{ ...task, turing_task_id: 1, user: 'ada', turing_batch_id: 1 },
        reviews: [review('accepted', '2026-01-05T22:00:00Z')],
      },
      {
        ...{ ...task, turing_task_id: 2, user: 'bo', turing_batch_id: 2 },
        reviews: [review('rejected', '2026-01-06T22:00:00Z')],
      },
      { ...task, turing_task_id: 3, user: 'bo', turing_batch_id: 1 },
    ],
  });
  alpha = world.projects.Alpha;
});
afterAll(async () => {
  await db.end();
  await database.drop();
});

/** Adds as many rounds of a task that ended with rework, one each second. */
async function addRounds(task: number, count: number): Promise<void> {
  await db.query(
    `INSERT INTO core.task_round (turing_task_id, n, project_id, ended_at, verdict, source)
      SELECT $1, 100 + at, $2, '2026-03-01T08:00:00Z'::timestamptz + at * interval '1 s', 'rework', 'status'
      FROM generate_series(1, $3) AS at`,
    [task, alpha, count],
  );
  await db.query('ANALYZE core.task_round');
}

it('ROUND-18 counts the newest rounds of a period that has very many, and says since when', async () => {
  const read = (query: object = {}) => readRounds(db, { project_id: alpha, ...query });
  const half = MAX_ROUNDS / 2;
  const march = { start_date: '2026-02-01', end_date: '2026-03-31' };
  await addRounds(1, half);
  expect(await read(march)).toMatchObject({ counted_since: null, rework: half });

  // Two rounds in each second: the earliest seven are too many.
  await addRounds(3, half + 7);
  const cut = {
    ...{ counted_since: '2026-03-01T08:00:04.000Z', rework: MAX_ROUNDS },
    all: { rounds: MAX_ROUNDS },
  };
  expect(await read(march)).toMatchObject(cut);
  expect(await read({ project_id: 0 })).toMatchObject(cut);
  // Those without a time of verdict come last.
  await db.query('UPDATE core.task_round SET ended_at = NULL WHERE turing_task_id = 2');
  expect(await read()).toMatchObject(cut);

  // Other filters select among these.
  const { counted_since: since } = cut;
  expect(await read({ batch_ids: [2] })).toMatchObject({ counted_since: since, users: [] });
  const pod = await read({ pod_name: 'Lyra' });
  expect(pod).toMatchObject({ counted_since: since, users: [{ user_email: 'bo@example.com' }] });
  // A period with fewer, and one user with fewer, are counted whole.
  expect(await read({ end_date: '2026-02-28' })).toMatchObject({
    ...{ counted_since: null, all: { rounds: 1 } },
  });
  expect(await read({ user_email: 'bo@example.com' })).toMatchObject({
    ...{ counted_since: null, all: { rounds: half + 8 } },
  });

  // The tasks of each number are those of the rounds that are counted.
  const total = async (query: object) => {
    const page = { number: 'rework_rounds', page: 1, size: 1, ...query } as const;
    const whole = { visibility: { email: '', isEverywhere: true, projectIds: [] } } as const;
    const seen = { ...whole, ownReviews: { email: '', projects: [] } };
    return (await readTasksOfWork(db, { project_id: alpha, ...page }, seen)).total;
  };
  const { rework, by } = await read(march);
  expect(await total(march)).toBe(rework);
  for (const { key, rework: count } of by.user) {
    expect(await total({ ...march, task_user: key })).toBe(count);
  }
  expect(await total({ user_email: 'bo@example.com' })).toBe(half + 8);
});
