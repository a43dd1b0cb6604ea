import { connectTo, type QueryClient } from '@portal/testing/query-client';
import { testDatabase, type TestDatabase } from '@portal/testing/postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifyAggregates } from './verify.js';

let database: TestDatabase;
let db: QueryClient;

beforeAll(async () => {
  database = await testDatabase();
  db = await connectTo(database.url);
  await db.query(`INSERT INTO core.project (id, name) VALUES (1, 'One'), (2, 'Two')`);
  await db.query(`INSERT INTO core.batch (project_id, turing_batch_id, name)
    VALUES (1, 1, 'First'), (1, 2, 'Second'), (2, 2, 'Third')`);
  // A second task in each row of the read models, which stays.
  await db.query(`INSERT INTO core.task
      (turing_task_id, project_id, turing_batch_id, user_email, status, completed_at, updated_at)
    SELECT id, 1, 1, 'a@example.com', 'completed', '2026-03-03T20:00:00Z', '2026-03-03T20:00:00Z'
    FROM generate_series(1, 2) id`);
});

afterAll(async () => {
  await db.close();
  await database.drop();
});

const task = (change: string): string => `UPDATE core.task SET ${change} WHERE turing_task_id = 1`;
const review = (change: string): string =>
  `UPDATE core.task_review SET ${change} WHERE turing_review_id = 1`;
const reviewed = (id: number, day: string): string =>
  `INSERT INTO core.task_review (turing_task_id, turing_review_id, status, submitted_at)
    VALUES (1, ${id}, 'accepted', '2026-03-${day}T20:00:00Z')`;

it('AGG-1 every value of a task and its reviews is counted, also if it alone changes', async () => {
  const changes = [
    ...[task('number_of_turns = 3'), task('number_of_turns = 1')],
    ...[
      task('duration_minutes = 5'),
      task('duration_minutes = 7'),
      task('duration_minutes = NULL'),
    ],
    ...[reviewed(1, '04'), reviewed(2, '04'), reviewed(3, '05')],
    ...[task(`user_email = 'b@example.com'`), task('user_email = NULL')],
    ...[task(`target_model = 'small'`), task(`validation_status = 'passed'`)],
    ...[task('turing_batch_id = 2'), task('project_id = 2')],
    ...[
      task(`completed_at = '2026-03-03T20:20:00Z'`),
      task(`completed_at = '2026-03-05T20:00:00Z'`),
    ],
    ...[task('duration_minutes = 9'), task('completed_at = NULL')],
    ...[task(`status = 'in_progress'`), task(`updated_at = '2026-03-06T20:00:00Z'`)],
    ...[review(`submitted_at = '2026-03-06T20:00:00Z'`), review('submitted_at = NULL')],
    ...[3, 2, 1].map((id) => `DELETE FROM core.task_review WHERE turing_review_id = ${id}`),
    ...[task('updated_at = NULL'), 'DELETE FROM core.task WHERE turing_task_id = 1'],
  ];
  for (const change of changes) {
    await db.query(change);
    expect(await verifyAggregates(db), change).toEqual([]);
  }
});

it('AGG-28 turns of very many tasks are counted, also where no task comes or goes', async () => {
  await db.query(`INSERT INTO core.task
      (turing_task_id, project_id, turing_batch_id, user_email, status, completed_at)
    SELECT id, 1, 1, 'a@example.com', 'completed',
      timestamptz '2026-01-01T20:00:00Z' + id * interval '15 minutes'
    FROM generate_series(1001, 3500) id`);
  await db.query('UPDATE core.task SET number_of_turns = 2 WHERE turing_task_id > 1000');
  expect(await verifyAggregates(db)).toEqual([]);
});
