import {
  firstLook,
  hoursWithoutImport,
  podsWithTargets,
  reviewCoverage,
  reworkRate,
  waitingReviews,
} from '@portal/persistence/alerts/numbers';
import { Db } from '@portal/persistence/db';
import { type TestDatabase, testDatabase } from '@portal/testing/postgres';
import { buildWorld } from '@portal/testing/world';
import { afterAll, beforeAll, expect, it } from 'vitest';

let database: TestDatabase;
let db: Db;
let full: number;
let empty: number;
beforeAll(async () => {
  database = await testDatabase();
  db = Db.open({ url: database.url, applicationName: 'spec' });
  const done = (id: number, days: number, more: object = {}) => ({
    ...({ turing_task_id: id, project: 'Full', turing_batch_id: 1, status: 'completed' } as const),
    completed_at: new Date(Date.now() - days * 86_400_000).toISOString(),
    ...more,
  });
  const review = { turing_review_id: 1, reviewer_email: 'r@example.org', status: 'accepted' };
  const submitted_at = new Date(Date.now() - 3_600_000).toISOString();
  const { projects } = await buildWorld(db, {
    projects: { Full: { batches: { 1: 'One' } }, Empty: { batches: { 1: 'One' } } },
    pods: {
      'Pod A': {
        project: 'Full',
        members: {},
        targets: [
          {
            ...{ week_start_date: '2026-01-05', week_end_date: '2026-01-11' },
            ...{ daily_tasks_target: 3, daily_turns_target: 5 },
          },
        ],
      },
      'Pod B': { project: 'Full', members: {} },
    },
    users: {},
    tasks: [
      done(1, 10, { validation_status: 'passed' }),
      done(2, 2),
      done(3, 5, { validation_status: 'passed', reviews: [{ ...review, submitted_at }] }),
      { turing_task_id: 4, project: 'Full', turing_batch_id: 1, status: 'rework' },
    ],
  });
  ({ Full: full, Empty: empty } = projects);
});
afterAll(async () => {
  await db.end();
  await database.drop();
});

it('ALERT-31 reads the numbers of a project as its pages show them, and none without what they count', async () => {
  expect(await reworkRate(db, full)).toBe(25);
  expect(await reworkRate(db, empty)).toBeNull();
  expect(await reviewCoverage(db, full)).toBe(50);
  expect(await reviewCoverage(db, empty)).toBeNull();
  expect([await waitingReviews(db, full, 3), await waitingReviews(db, full, 1)]).toEqual([1, 2]);
  expect(await waitingReviews(db, empty, 0)).toBe(0);
  expect(await firstLook(db, full, '2026-01-01')).toBe(100);
  expect(await firstLook(db, empty, '2026-01-01')).toBeNull();
  expect(await podsWithTargets(db, full)).toEqual(['Pod A']);
  expect(await hoursWithoutImport(db, empty)).toBeNull();
  await db.query(
    `INSERT INTO core.project_sync VALUES ($1, clock_timestamp() - interval '90 minutes')
     ON CONFLICT (project_id) DO UPDATE SET synced_at = excluded.synced_at`,
    [full],
  );
  expect(await hoursWithoutImport(db, full)).toBeCloseTo(1.5, 1);
});
