import { taskDetailSchema } from '@portal/contracts/task-detail';
import { myReviewsSchema } from '@portal/contracts/task-stats';
import { randomUUID } from 'node:crypto';
import type { Db } from '@portal/persistence/db';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { get, problemIn } from '../../testing/requests.js';
import { sharedServer } from '../../testing/shared-server.js';
import type { TestServer } from '../../testing/test-server.js';
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
  server = await sharedServer();
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

/** An import and a preview of it contradicted what Rita did. @returns the id of the import */
async function contradict(): Promise<string> {
  const [imported, dry] = [randomUUID(), randomUUID()];
  await db.query(
    `INSERT INTO core.task_import (id, uploaded_by, file_name, store_key, sha256, bytes_total, dry_run, state, phase,
       started_at, finished_at)
     SELECT id, $3, 'monday.csv', id::text, repeat('0', 64), 1, id = $2, 'completed', 'done', now(), $4::timestamptz
     FROM unnest(ARRAY[$1, $2]::uuid[]) AS id`,
    [imported, dry, olga.id, '2026-01-05T20:00:00Z'],
  );
  await db.query(
    `INSERT INTO core.import_conflict
       (import_id, turing_task_id, project_id, row_number, fields, changed_by, changed_at, is_kept)
     SELECT id, task, project, 1, '[{"field": "status", "portal": "rework", "file": "completed"}]', $5, $6, true
     FROM unnest(ARRAY[$1, $2]::uuid[]) AS id, (VALUES (2, $3::integer), (3, $4)) AS of (task, project)`,
    [imported, dry, alpha, beta, rita.id, '2026-01-05T10:00:00Z'],
  );
  return imported;
}
afterEach(() => db.query('DELETE FROM core.import_conflict; DELETE FROM core.task_import'));

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

  it('WORK-49 come with the imports that contradicted what the caller did in the portal', async () => {
    const imported = await contradict();
    const said = (task: number) => ({
      ...{ turing_task_id: task, import_id: imported, is_kept: true },
      imported_at: '2026-01-05T20:00:00.000Z',
    });
    expect((await reviewsOf(rita)).contradicted).toEqual([said(2), said(3)]);
    const ofAlpha = await reviewsOf(rita, { project_id: String(alpha) });
    expect(ofAlpha.contradicted).toEqual([said(2)]);
    expect((await reviewsOf(olga)).contradicted).toEqual([]);
    const later = { start_datetime: '2026-01-06T18:30:00Z', end_datetime: '2026-01-07T18:30:00Z' };
    expect((await reviewsOf(rita, later)).contradicted).toEqual([]);
  });

  it('TASK-101 a task lists the imports that contradicted it, of its project alone', async () => {
    await assignRole(db, rita, alpha, 'admin');
    const imported = await contradict();
    const shown = async () => {
      const answer = await get(`${server.baseUrl}/api/v1/tasks/2`, rita.token);
      return taskDetailSchema.parse(await answer.json()).conflicts;
    };
    expect(await shown()).toEqual([
      {
        ...{ import_id: imported, file_name: 'monday.csv', is_kept: true },
        ...{ changed_by: rita.email, changed_by_name: expect.any(String) as string },
        ...{ imported_at: '2026-01-05T20:00:00.000Z', changed_at: '2026-01-05T10:00:00.000Z' },
        fields: [{ field: 'status', portal: 'rework', file: 'completed' }],
      },
    ]);
    await db.query('UPDATE core.import_conflict SET project_id = $1 WHERE turing_task_id = 2', [
      beta,
    ]);
    expect(await shown()).toEqual([]);
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
    await db.query(
      'DELETE FROM core.task_review WHERE turing_task_id = 3 AND turing_review_id = 2',
    );
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
