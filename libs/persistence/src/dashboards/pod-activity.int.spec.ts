import { ACCEPTING_REVIEWS, REFUSING_REVIEWS } from '@portal/contracts/constants';
import { testDatabase, type TestDatabase } from '@portal/testing/postgres';
import { connectTo, type QueryClient } from '@portal/testing/query-client';
import { runs } from '@portal/testing/runs';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPodActivity } from './pod-activity.js';

let database: TestDatabase;
let db: QueryClient;

/** 'out' is in no pod. */
const PEOPLE = ['ann', 'ben', 'out'];
const SINCE = new Date('2026-03-01T08:00:00Z');
const WEEK = new Date('2026-03-23T07:00:00Z');
const TODAY = new Date('2026-03-27T07:00:00Z');
const TOMORROW = new Date('2026-03-28T07:00:00Z');
const DAY_MS = 86_400_000;

beforeAll(async () => {
  database = await testDatabase();
  db = await connectTo(database.url);
  await db.query(`INSERT INTO core.project (id, name) VALUES (1, 'One'), (2, 'Two')`);
  await db.query(`INSERT INTO core.batch (project_id, turing_batch_id, name)
    VALUES (1, 1, 'First'), (2, 1, 'First')`);
  await db.query(
    `INSERT INTO core.app_user (email, name) SELECT name, name FROM unnest($1::text[]) AS name`,
    [PEOPLE],
  );
  await db.query(`INSERT INTO core.pod (name, project_id) VALUES ('Pod', 1)`);
  await db.query(`INSERT INTO core.pod_member (pod_name, user_email)
    SELECT 'Pod', name FROM unnest(ARRAY['ann', 'ben']) AS name`);
  // Of each person one task in each project.
  await db.query(
    `INSERT INTO core.task (turing_task_id, project_id, turing_batch_id, user_email, status)
     SELECT (project - 1) * 3 + n, project, 1, name, 'pending'
     FROM generate_series(1, 2) AS project, unnest($1::text[]) WITH ORDINALITY AS of (name, n)`,
    [PEOPLE],
  );
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const instant = fc.constantFrom(
  ...[SINCE, WEEK, TODAY, TOMORROW].flatMap((date) => [
    new Date(date.getTime() - 1),
    date,
    new Date(date.getTime() + 1),
  ]),
);
const act = fc.record({
  person: fc.constantFrom(...PEOPLE),
  task: fc.integer({ min: 1, max: 6 }),
  at: instant,
  status: fc.constantFrom(null, 'approved', 'rework', 'rejected', 'noted'),
  is_rework: fc.boolean(),
  is_withdrawn: fc.boolean(),
});
type Act = typeof act extends fc.Arbitrary<infer Value> ? Value : never;

async function store(acts: readonly Act[]): Promise<void> {
  await db.query('DELETE FROM core.task_review');
  await db.query('DELETE FROM core.task_feedback');
  const rows = JSON.stringify(acts.map((one, index) => ({ ...one, id: index + 1 })));
  const read = `jsonb_to_recordset($1) AS act(id int, person text, task bigint, at timestamptz, status text,
    is_rework boolean, is_withdrawn boolean)`;
  await db.query(
    `INSERT INTO core.task_review (turing_task_id, turing_review_id, reviewer_email, status, submitted_at)
     SELECT task, id, person, status, at FROM ${read} WHERE status IS NOT NULL`,
    [rows],
  );
  await db.query(
    `INSERT INTO core.task_feedback (turing_task_id, author_email, words, is_rework, created_at, withdrawn_at)
     SELECT task, person, 'Words', is_rework, at, CASE WHEN is_withdrawn THEN at END
     FROM ${read} WHERE status IS NULL`,
    [rows],
  );
}

/** The numbers of a person from what they did alone. */
function recount(acts: readonly Act[], person: string) {
  const own = acts.filter((one) => one.person === person && one.task <= 3 && one.at >= SINCE);
  const counted = own.filter(
    ({ at, status, is_withdrawn: gone }) => at < TOMORROW && (status !== null || !gone),
  );
  const reviews = counted.filter(({ status }) => status !== null);
  const has = (statuses: readonly string[]) =>
    reviews.filter(({ status }) => statuses.includes(status ?? '')).length;
  const backSince = (first: Date) => {
    const later = counted.filter(({ at }) => at >= first);
    const sent = later.filter(({ status }) => REFUSING_REVIEWS.some((one) => one === status));
    const isToo = ({ task, at }: Act) =>
      sent.some((one) => one.task === task && Math.abs(one.at.getTime() - at.getTime()) <= DAY_MS);
    const inPortal = later.filter((one) => one.status === null && one.is_rework && !isToo(one));
    return sent.length + inPortal.length;
  };
  const back = backSince(SINCE);
  const last = Math.max(...counted.map(({ at }) => at.getTime()));
  return {
    ...{ email: person, is_member: person !== 'out', claimed: 0 },
    reviews_today: reviews.filter(({ at }) => at >= TODAY).length,
    reviews_week: reviews.filter(({ at }) => at >= WEEK).length,
    ...{ sent_back_today: backSince(TODAY), sent_back_week: backSince(WEEK) },
    ...{ sent_back: back, verdicts: back + has(ACCEPTING_REVIEWS) },
    last_active_at: counted.length === 0 ? null : new Date(last).toISOString(),
  };
}

describe('the activity of a pod', () => {
  it('WORK-61 a task that was sent back in the portal and has the review of it, too, counts once', async () => {
    const at = new Date('2026-03-25T12:00:00Z');
    const sent = { person: 'ann', task: 1, is_withdrawn: false };
    const inPortal = { ...sent, at, status: null, is_rework: true };
    const later = (ms: number): Act => ({
      ...{ ...sent, at: new Date(at.getTime() + ms), status: 'rework', is_rework: false },
    });
    const count = async (...acts: Act[]) => {
      await store(acts);
      const scope = { projectId: 1, podName: 'Pod', email: 'ann' };
      const bounds = { since: SINCE, week: WEEK, today: TODAY, tomorrow: TOMORROW };
      const { people } = await readPodActivity(db, { ...scope, ...bounds });
      const ann = people.find(({ email }) => email === 'ann');
      return [ann?.sent_back, ann?.verdicts];
    };
    expect(await count(inPortal)).toEqual([1, 1]);
    expect(await count(inPortal, later(60_000))).toEqual([1, 1]);
    expect(await count(inPortal, later(2 * DAY_MS))).toEqual([2, 2]);
    expect(await count(inPortal, { ...later(0), person: 'ben' })).toEqual([1, 1]);
    expect(await count(inPortal, { ...later(0), task: 2 })).toEqual([2, 2]);
  });

  it('WORK-93 rework of today counts today, also if the review that says the same is of yesterday', async () => {
    const sent = { person: 'ann', task: 1, is_withdrawn: false };
    await store([
      { ...sent, at: new Date(TODAY.getTime() - 1), status: 'rework', is_rework: false },
      { ...sent, at: TODAY, status: null, is_rework: true },
    ]);
    const scope = { projectId: 1, podName: 'Pod', email: 'ann' };
    const bounds = { since: SINCE, week: WEEK, today: TODAY, tomorrow: TOMORROW };
    const { people } = await readPodActivity(db, { ...scope, ...bounds });
    expect(people.find(({ email }) => email === 'ann')).toMatchObject({
      ...{ sent_back_today: 1, sent_back_week: 1, sent_back: 1 },
    });
  });

  it('WORK-60 WORK-61 WORK-93 equals a recount of reviews and feedback', async () => {
    const scope = { projectId: 1, podName: 'Pod', email: 'out' };
    const bounds = { since: SINCE, week: WEEK, today: TODAY, tomorrow: TOMORROW };
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 25 }), async (acts) => {
        await store(acts);
        const found = await readPodActivity(db, { ...scope, ...bounds });
        expect(found.people).toEqual(PEOPLE.map((person) => recount(acts, person)));
      }),
      { numRuns: runs(25) },
    );
  });

  it('WORK-94 counts waiting tasks by their age', async () => {
    const scope = { projectId: 1, podName: 'Pod', email: 'ann' };
    const bounds = { since: SINCE, week: WEEK, today: TODAY, tomorrow: TOMORROW };
    await store([]);
    const ages = async (first: string, second: string) => {
      await db.query(
        `UPDATE core.task SET status = 'completed',
           completed_at = now() - CASE turing_task_id WHEN 1 THEN $1::interval ELSE $2::interval END
         WHERE turing_task_id <= 2`,
        [first, second],
      );
      const { waiting } = await readPodActivity(db, { ...scope, ...bounds });
      return [waiting.tasks, waiting.by_age];
    };
    expect(await ages('1 hour', '25 hours')).toEqual([2, [1, 0, 0]]);
    expect(await ages('4 days', '8 days')).toEqual([2, [2, 2, 1]]);
    await db.query(`UPDATE core.task SET status = 'pending' WHERE turing_task_id <= 2`);
    const { waiting } = await readPodActivity(db, { ...scope, ...bounds });
    expect(waiting).toEqual({ tasks: 0, oldest: null, by_age: [0, 0, 0] });
  });
});
