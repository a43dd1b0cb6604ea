import { wordsOf } from '@portal/domain/telling';
import { Db } from '@portal/persistence/db';
import { addDigest } from '@portal/persistence/telling/digests';
import { readNotifications } from '@portal/persistence/telling/notifications';
import { readReviewCounters } from '@portal/persistence/dashboards/live-state';
import { createLogger } from '@portal/platform/logging';
import { testDatabase, type TestDatabase } from '@portal/testing/postgres';
import { runs } from '@portal/testing/runs';
import { buildWorld, type World } from '@portal/testing/world';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DigestTeller } from './digest-teller.js';

/** A Wednesday at 9:30 in the zone of the reports. */
const WEDNESDAY = '2026-06-10T16:30:00Z';

let database: TestDatabase;
let db: Db;
let teller: DigestTeller;
let world: World<'Alpha', 'lead' | 'tara' | 'tom'>;

beforeAll(async () => {
  database = await testDatabase();
  db = Db.open({ url: database.url, applicationName: 'spec', poolSize: 2 });
  world = await buildWorld(db, {
    projects: { Alpha: { batches: { 1: 'One' } } },
    roles: { managing: ['pod-info-public-view', 'data-upload'] },
    users: { lead: { roles: { Alpha: 'managing' } }, tara: {}, tom: {} },
    pods: { Orion: { project: 'Alpha', members: { tara: 'trainer', tom: 'trainer' } } },
  });
  await db.query(
    `INSERT INTO core.pod_weekly_target
       (pod_name, week_start_date, week_end_date, daily_tasks_target, daily_turns_target)
     VALUES ('Orion', '2026-06-08', '2026-06-14', 2, 2)`,
  );
  await db.query(
    `INSERT INTO core.task (turing_task_id, project_id, turing_batch_id, user_email, status, number_of_turns, completed_at)
     SELECT n, $1, 1, $2, CASE WHEN n = 12 THEN 'rework' ELSE 'completed' END, 5,
       CASE WHEN n <= 3 THEN '2026-06-08T20:00:00Z' WHEN n < 12 THEN '2026-06-09T20:00:00Z' END::timestamptz
     FROM generate_series(1, 12) AS n`,
    [world.projects.Alpha, world.users.tara.email],
  );
  await db.query(
    `INSERT INTO core.task_review (turing_task_id, turing_review_id, reviewer_email, status, submitted_at)
     SELECT n, n, 'r@example.com', 'approved', '2026-06-09T21:00:00Z' FROM generate_series(1, 2) AS n`,
  );
  teller = new DigestTeller(db, createLogger('spec', 'silent'));
});
afterAll(async () => {
  await db.end();
  await database.drop();
});
beforeEach(async () => {
  await db.query('DELETE FROM core.notification');
  await db.query('DELETE FROM core.digest');
});

async function told(name: 'lead' | 'tara' | 'tom', at = WEDNESDAY) {
  await teller.run(new Date(at));
  await teller.run(new Date(at));
  const user = world.users[name];
  const found = await readNotifications(db, user.id, { show: 'all', limit: 9 }, null);
  return found.map((one) => {
    const { text, lines } = wordsOf(one);
    return [text, ...lines.map((line) => line.text)];
  });
}

describe('a digest', () => {
  it('DIGEST-4 DIGEST-5 of a project has its numbers, who is behind and its imports, once', async () => {
    await addDigest(db, world.users.lead.id, { every: 'day', project_id: world.projects.Alpha });
    await db.query(
      `INSERT INTO core.task_import (id, state, projects, finished_at, file_name, inserted, updated, uploaded_by, store_key, sha256, bytes_total)
       SELECT gen_random_uuid(), 'completed', ARRAY[$1::integer], at::timestamptz, name, 9, 1, $2, 'x', repeat('0', 64), 1
       FROM (VALUES ('2026-06-09T20:00:00Z', 'tuesday.json'), ('2026-06-08T20:00:00Z', 'monday.json')) AS file (at, name)`,
      [world.projects.Alpha, world.users.lead.id],
    );
    expect(await told('lead')).toEqual([
      [
        'Digest of Alpha: Tue, 9 Jun',
        '8 tasks completed (3 the day before)',
        '2 reviews (0 the day before)',
        '9 tasks wait for a review',
        '0 tasks are stuck',
        'one trainer of Orion behind what was due',
        'import of tuesday.json: 9 new, 1 changed',
      ],
    ]);
    expect(await told('lead', '2026-06-10T15:59:00Z')).toHaveLength(1);
    expect(await told('lead', '2026-06-11T16:00:00Z')).toHaveLength(2);
  });

  it('DIGEST-4 of a user has their own work in all projects, that of a week the seven days', async () => {
    await addDigest(db, world.users.tara.id, { every: 'week' });
    expect(await told('tara', '2026-06-15T16:30:00Z')).toEqual([
      [
        'Digest of your work: Mon, 8 Jun to Sun, 14 Jun',
        '11 tasks completed (0 the week before)',
        '1 task to rework',
      ],
    ]);
  });

  it('DIGEST-6 is not sent to a user who no longer sees the work, nor of an archived project', async () => {
    const pod = { every: 'day', pod_name: 'Orion' } as const;
    await addDigest(db, world.users.tom.id, pod);
    expect(await told('tom')).toEqual([]);
    await addDigest(db, world.users.lead.id, pod);
    await db.query('UPDATE core.project SET archived_at = now() WHERE id <> 0');
    expect(await told('lead')).toEqual([]);
    await db.query('UPDATE core.project SET archived_at = NULL');
    expect(await told('lead')).toHaveLength(1);
  });

  it('DIGEST-8 has the numbers that the pages show for the same days, whatever happened', async () => {
    const alpha = world.projects.Alpha;
    const task = fc.record({
      status: fc.constantFrom('completed', 'reviewed', 'rework', 'ready_for_review', 'in_progress'),
      day: fc.constantFrom('2026-06-08T20:00:00Z', '2026-06-09T07:00:00Z', '2026-06-09T20:00:00Z'),
      reviews: fc.array(fc.constantFrom('2026-06-08T21:00:00Z', '2026-06-09T23:00:00Z'), {
        maxLength: 2,
      }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(task, { maxLength: 12 }), async (tasks) => {
        await db.query('DELETE FROM core.notification');
        await db.query('DELETE FROM core.task');
        await db.query(
          `WITH made AS (
             INSERT INTO core.task (turing_task_id, project_id, turing_batch_id, user_email, status, completed_at)
             SELECT n, $1, 1, $2, one ->> 'status', (one ->> 'day')::timestamptz
             FROM jsonb_array_elements($3::jsonb) WITH ORDINALITY AS given (one, n)
             RETURNING turing_task_id)
           INSERT INTO core.task_review (turing_task_id, turing_review_id, reviewer_email, status, submitted_at)
           SELECT n, n * 10 + place, 'r@example.com', 'approved', at::timestamptz
           FROM jsonb_array_elements($3::jsonb) WITH ORDINALITY AS given (one, n)
           CROSS JOIN jsonb_array_elements_text(one -> 'reviews') WITH ORDINALITY AS review (at, place)
           WHERE EXISTS (SELECT FROM made)`,
          [alpha, world.users.tara.email, JSON.stringify(tasks)],
        );
        await db.query('DELETE FROM core.digest');
        await addDigest(db, world.users.lead.id, { every: 'day', project_id: alpha });
        await teller.run(new Date(WEDNESDAY));
        const { id } = world.users.lead;
        const [told] = await readNotifications(db, id, { show: 'all', limit: 1 }, null);
        const counts = told?.digest?.numbers.map(({ count, before }) => [count, before]);
        const [page] = await db.query<{ numbers: unknown }>(
          `SELECT jsonb_build_array(
             jsonb_build_array(coalesce(sum(completed_tasks) FILTER (WHERE day = '2026-06-09'), 0),
               coalesce(sum(completed_tasks) FILTER (WHERE day = '2026-06-08'), 0)),
             jsonb_build_array(coalesce(sum(reviews_submitted) FILTER (WHERE day = '2026-06-09'), 0),
               coalesce(sum(reviews_submitted) FILTER (WHERE day = '2026-06-08'), 0))) AS numbers
           FROM agg.activity WHERE project_id = $1`,
          [alpha],
        );
        const { pending } = await readReviewCounters(db, alpha, null);
        expect(counts?.slice(0, 2)).toEqual(page?.numbers);
        expect(counts?.[2]).toEqual([pending, null]);
      }),
      { numRuns: runs(8) },
    );
  });
});
