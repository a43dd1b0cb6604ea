import { ROUND_NUMBERS, WORK_NUMBERS } from '@portal/contracts/constants';
import { isDone } from '@portal/domain/statuses';
import type { UserTask } from '@portal/contracts/task-stats';
import type { WorkNumberQuery } from '@portal/contracts/tasks-by-number';
import { testDatabase, type TestDatabase } from '@portal/testing/postgres';
import { connectTo, type QueryClient } from '@portal/testing/query-client';
import { runs } from '@portal/testing/runs';
import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPool } from '../pool.js';
import { PreparedStatements } from '../prepared-statements.js';
import type { Queryable } from '../queryable.js';
import { readDailyWork } from '../users/daily-work.js';
import { readActivity } from './dashboard.js';
import { readReviewCounters, readWeeklyProgress } from './live-state.js';
import { readReviewDesk } from '../reviews/review-desk.js';
import { readPodActivity } from './pod-activity.js';
import { readTasksOfWork } from './tasks-by-number.js';
import { readUserTasks } from '../tasks/user-tasks.js';

const ALL_SEEN = { email: '', isEverywhere: true, projectIds: [] };
const NO_REVIEWS = { email: '', projects: [] };
const PEOPLE = ['ada@example.com', 'ben@example.com', 'cem@example.com'];

let database: TestDatabase;
let db: QueryClient;
let pool: pg.Pool;
let reads: Queryable;

beforeAll(async () => {
  database = await testDatabase();
  db = await connectTo(database.url);
  pool = createPool({ url: database.url, applicationName: 'spec', poolSize: 1 });
  reads = new PreparedStatements(pool);
  await db.query("INSERT INTO core.project (id, name) VALUES (1, 'One'), (2, 'Two')");
  await db.query("INSERT INTO core.pod (name, project_id) VALUES ('Orion', 1)");
  for (const email of PEOPLE)
    await db.query('INSERT INTO core.app_user (email, name) VALUES ($1, $1)', [email]);
  await db.query(
    `INSERT INTO core.pod_member (pod_name, user_email, role)
     VALUES ('Orion', 'ada@example.com', 'trainer'), ('Orion', 'ben@example.com', 'reviewer')`,
  );
  await db.query(`INSERT INTO core.batch (project_id, turing_batch_id, name)
    SELECT project, batch, 'Batch' FROM generate_series(1, 2) project, generate_series(1, 3) batch`);
  await db.query(
    `INSERT INTO core.task (turing_task_id, project_id, turing_batch_id, user_email, status, completed_at, updated_at,
       duration_minutes)
     SELECT id, 1 + id % 2, 1 + id / 2 % 3, ($1::text[])[1 + id / 3 % 4],
       (ARRAY['completed', 'reviewed', 'delivered', 'in_progress', 'rework', 'ready_for_review'])[1 + id / 5 % 6],
       CASE WHEN id % 5 > 0 THEN at END, CASE WHEN id % 7 > 0 THEN at END,
       CASE WHEN id % 4 > 0 THEN id % 90 END
     FROM (SELECT id, '2026-03-02T00:00:00Z'::timestamptz + id * interval '31 minutes' AS at
       FROM generate_series(1, 600) id) AS made`,
    [PEOPLE],
  );
  await db.query(
    `INSERT INTO core.task_review (turing_task_id, turing_review_id, status, reviewer_email, submitted_at)
     SELECT turing_task_id, number, 'accepted', ($1::text[])[1 + (turing_task_id + number) % 3],
       CASE WHEN turing_task_id % 11 > 0
         THEN '2026-03-03T00:00:00Z'::timestamptz + turing_task_id * interval '29 minutes' + number * interval '1 day' END
     FROM core.task, generate_series(1, 2) number WHERE turing_task_id % (number * 3) = 0`,
    [PEOPLE],
  );
});

afterAll(async () => {
  await pool.end();
  await db.close();
  await database.drop();
});

/** Instants between 2026-03-01 and 2026-03-18 to the minute. */
const instant = fc
  .integer({ min: 0, max: 17 * 24 * 60 })
  .map((minutes) => new Date(Date.UTC(2026, 2, 1) + minutes * 60_000).toISOString());
const periods = fc.tuple(instant, instant).map((both) => both.toSorted());
const scopes = fc.record(
  {
    pod_name: fc.constant('Orion'),
    user_email: fc.constantFrom(...PEOPLE, 'nobody@example.com'),
  },
  { requiredKeys: [] },
);

type Query = Omit<WorkNumberQuery, 'page' | 'size' | 'activity_days'>;

async function counted(query: Query, visibility = ALL_SEEN) {
  const page = { ...query, activity_days: 30, page: 1, size: 100 };
  const { items, total } = await readTasksOfWork(reads, page, {
    visibility,
    ownReviews: NO_REVIEWS,
  });
  return { total, items };
}

/** The number of people's work that a page shows. */
async function shown(query: Query): Promise<number> {
  const { number, project_id: projectId, pod_name, user_email } = query;
  const period = { start: query.start_datetime ?? '', end: query.end_datetime ?? '' };
  const inPod = pod_name === undefined ? PEOPLE : PEOPLE.slice(0, 2);
  const isAsked = (email: string) => user_email === undefined || email === user_email;
  const users = pod_name === undefined && user_email === undefined ? null : inPod.filter(isAsked);
  const scope = { projectId, users, visibility: ALL_SEEN };
  if (number === 'completed_in_period') {
    const rows = await readDailyWork(reads, scope, period, 'UTC');
    return sum(rows.map(({ task_count }) => task_count));
  }
  if (number === 'waiting_for_review' || number === 'reviewed_in_period') {
    const desk = number === 'waiting_for_review' ? 'pending' : 'done';
    const rows = await readReviewDesk(reads, scope, period);
    return sum(rows.filter((row) => row.desk === desk).map(({ task_count }) => task_count));
  }
  throw new Error(`${number} is shown by other pages`);
}

/** Numbers of what these rows do not have. */
const APART = new Set<string>(['claimed_now', 'stuck', ...ROUND_NUMBERS]);
const NOW = new Set(['waiting_for_review', 'in_review_queue', 'rework_of_user']);
const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

describe('the tasks of a number of work', () => {
  it('NUM-6 are as many as the pages of people and the desk show, in any period and scope', async () => {
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('completed_in_period', 'waiting_for_review', 'reviewed_in_period'),
        fc.constantFrom(0, 1, 2),
        periods,
        scopes,
        async (number, project_id, [start_datetime, end_datetime], scope) => {
          // The members of a pod are asked for in the pod's project.
          const project = scope.pod_name === undefined ? project_id : 1;
          const period = number === 'waiting_for_review' ? {} : { start_datetime, end_datetime };
          const query = { number, project_id: project, ...period, ...scope } as const;
          const { total, items } = await counted(query);
          const number_shown = await shown({ ...query, start_datetime, end_datetime });
          // Tasks without a user have no page of a person.
          const ofNobody =
            number === 'completed_in_period' && Object.keys(scope).length === 0
              ? (await nobodys(query)).length
              : 0;
          expect(total - ofNobody).toBe(number_shown);
          expect(items.length).toBe(Math.min(total, 100));
          compared += total;
        },
      ),
      { numRuns: runs(80) },
    );
    expect(compared).toBeGreaterThan(0);
  });

  it('NUM-9 of a user are as many as the list of their tasks says', async () => {
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(0, 1, 2),
        fc.constantFrom(...PEOPLE),
        periods,
        fc.constantFrom<[boolean, boolean]>([true, true], [true, false], [false, false]),
        async (project_id, user_email, [from, to], [hasStart, hasEnd]) => {
          const all = { email: user_email, visibility: ALL_SEEN, projectId: project_id };
          const listed = await readUserTasks(reads, {
            ...{
              ...all,
              start: hasStart ? (from ?? null) : null,
              end: hasEnd ? (to ?? null) : null,
            },
            ...{ status: null, search: null, page: 1, size: 600 },
          });
          const period = {
            ...(hasStart && { start_datetime: from }),
            ...(hasEnd && { end_datetime: to }),
          };
          const of = async (number: WorkNumberQuery['number']) =>
            (await counted({ number, project_id, user_email, ...period })).total;
          const { items } = listed;
          expect(await of('done_of_user')).toBe(
            items.filter(({ status }) => isDone(status)).length,
          );
          expect(await of('with_duration_of_user')).toBe(
            items.filter(({ duration_minutes: minutes }) => minutes !== null).length,
          );
          expect(await of('rework_of_user')).toBe(listed.rework_total);
          compared += items.length;
        },
      ),
      { numRuns: runs(40) },
    );
    expect(compared).toBeGreaterThan(0);
  });

  it('NUM-9 are as many as the sum of all users, and of the trainers of a pod', async () => {
    const [startsAt, endsAt] = [new Date('2026-03-02T08:00:00Z'), new Date('2026-03-09T08:00:00Z')];
    const period = { start_datetime: startsAt.toISOString(), end_datetime: endsAt.toISOString() };
    const number = 'completed_by_users';
    for (const project_id of [0, 1, 2]) {
      const query = { number, project_id, ...period } as const;
      const { total } = await counted(query);
      expect(total).toBe(await shown({ ...query, number: 'completed_in_period' }));
      expect(total).toBeGreaterThan(0);
    }
    const { members } = await readWeeklyProgress(reads, 1, 'Orion', { startsAt, endsAt });
    const trainers = members.filter(({ role }) => role === 'trainer');
    const pod = { pod_name: 'Orion', pod_role: 'trainer' } as const;
    const { total } = await counted({ number, project_id: 1, ...pod, ...period });
    expect(total).toBe(sum(trainers.map(({ tasks }) => tasks)));
    expect(total).toBeLessThan(sum(members.map(({ tasks }) => tasks)));
  });

  it('NUM-9 are as many as the table of reviewers says: claims that hold now, reviews, and what was sent back', async () => {
    await db.query(`INSERT INTO core.role (name) VALUES ('spec-reviewer')`);
    await db.query(`INSERT INTO core.role_permission (role_id, permission_id)
      SELECT role.id, permission.id FROM core.role, core.permission
      WHERE role.name = 'spec-reviewer' AND permission.name = 'trainer-feedback-add'`);
    await db.query(`INSERT INTO core.user_role (user_id, project_id, role_id)
      SELECT app_user.id, 1, role.id FROM core.app_user, core.role
      WHERE email = 'ben@example.com' AND role.name = 'spec-reviewer'`);
    await db.query(`INSERT INTO core.review_claim (turing_task_id, user_id, claimed_at, expires_at)
      SELECT turing_task_id, app_user.id, now(),
        now() + CASE WHEN turing_task_id % 3 = 0 THEN -1 ELSE 1 END * interval '20 minutes'
      FROM core.task, core.app_user
      WHERE app_user.email = 'ben@example.com' AND project_id = 1`);
    // Of Ben some rework that a review tells, too, some that none does, and some that he withdrew.
    await db.query(`INSERT INTO core.task_feedback
        (turing_task_id, author_email, words, is_rework, created_at, withdrawn_at)
      SELECT turing_task_id, 'ben@example.com', 'Say why.', turing_task_id % 3 > 0,
        '2026-03-06T10:00:00Z', CASE WHEN turing_task_id % 5 = 0 THEN now() END
      FROM core.task`);
    await db.query(`INSERT INTO core.task_review
        (turing_task_id, turing_review_id, reviewer_email, status, submitted_at)
      SELECT DISTINCT turing_task_id, 900, 'ben@example.com', 'rejected', '2026-03-06T12:00:00Z'::timestamptz
      FROM core.task_review`);
    const at = (day: string) => new Date(`2026-03-${day}T08:00:00Z`);
    const { people } = await readPodActivity(reads, {
      ...{ projectId: 1, podName: 'Orion', email: 'ada@example.com' },
      ...{ since: at('01'), week: at('05'), today: at('10'), tomorrow: at('11') },
    });
    const start_datetime = at('05').toISOString();
    const end_datetime = at('11').toISOString();
    let claims = 0;
    let back = 0;
    for (const { email, claimed, reviews_week, sent_back, sent_back_week } of people) {
      const user = { project_id: 1, user_email: email } as const;
      const now = await counted({ number: 'claimed_now', pod_name: 'Orion', ...user });
      expect(now.total).toBe(claimed);
      const week = { start_datetime, end_datetime };
      const reviewed = await counted({ number: 'reviews_in_period', ...week, ...user });
      expect(reviewed.total).toBe(reviews_week);
      const inWeek = await counted({ number: 'sent_back_in_period', ...week, ...user });
      expect(inWeek.total).toBe(sent_back_week);
      const since = { start_datetime: at('01').toISOString(), end_datetime };
      const returned = await counted({ number: 'sent_back_in_period', ...since, ...user });
      expect(returned.total).toBe(sent_back);
      claims += claimed;
      back += sent_back;
    }
    expect(claims).toBeGreaterThan(0);
    expect(back).toBeGreaterThan(3);
    expect(claims).toBeLessThan((await db.query('SELECT FROM core.review_claim')).length);
    await db.query('DELETE FROM core.review_claim');
  });

  it('NUM-6 are as many as each day of the activity timeline says', async () => {
    const { recent_activity: activity } = await readActivity(reads, 1, {
      activity_days: 30,
      start_date: '2026-03-01',
      end_date: '2026-03-20',
      batch_ids: [1, 2],
    });
    expect(activity.length).toBeGreaterThan(5);
    for (const day of activity.slice(0, 4)) {
      const period = await dayOf(day.date);
      const of = (number: WorkNumberQuery['number']) =>
        counted({ project_id: 1, number, batch_ids: [1, 2], ...period });
      expect((await of('completed_in_period')).total).toBe(day.completed_tasks);
      expect((await of('in_progress_in_period')).total).toBe(day.tasks_in_progress);
      expect((await of('reviews_in_period')).total).toBe(day.reviews_submitted);
    }
  });

  it('NUM-6 are as many as the week of a member says', async () => {
    const [startsAt, endsAt] = [new Date('2026-03-02T08:00:00Z'), new Date('2026-03-09T08:00:00Z')];
    const { members } = await readWeeklyProgress(reads, 1, 'Orion', { startsAt, endsAt });
    const period = { start_datetime: startsAt.toISOString(), end_datetime: endsAt.toISOString() };
    expect(members.map(({ email }) => email)).toEqual(PEOPLE.slice(0, 2));
    for (const { email, tasks, reviews } of members) {
      const of = async (number: WorkNumberQuery['number']) =>
        (await counted({ project_id: 1, number, user_email: email, ...period })).total;
      expect([await of('completed_in_period'), await of('reviews_in_period')]).toEqual([
        tasks,
        reviews,
      ]);
      expect(tasks + reviews).toBeGreaterThan(0);
    }
  });

  it('NUM-6 are as many as the review desk counts now', async () => {
    const { pending } = await readReviewCounters(reads, 1, 'Orion');
    const { total, items } = await counted({
      ...{ project_id: 1, number: 'waiting_for_review', pod_name: 'Orion' },
    });
    expect(total).toBe(pending);
    expect(new Set(items.map(({ user_email }) => user_email))).toEqual(new Set(PEOPLE.slice(0, 2)));
  });

  it('NUM-10 WORK-15 of a search are those of a look at each task, and so is their count', async () => {
    await db.query(`UPDATE core.task SET target_model = 'Atlas' WHERE turing_task_id % 4 = 0`);
    const period = {
      start_datetime: '2026-03-01T00:00:00Z',
      end_datetime: '2026-04-01T00:00:00Z',
    };
    const isFound = (search: string) => (task: UserTask) =>
      /^\d+$/.test(search)
        ? [task.turing_task_id, task.turing_batch_id].includes(Number(search))
        : `${task.user_email} ${task.target_model}`.toLowerCase().includes(search);
    let compared = 0;
    for (const number of ['completed_in_period', 'reviews_in_period', 'done_of_user'] as const) {
      for (const search of ['ben@', 'atlas', '2', '31', 'none']) {
        const user = number === 'done_of_user' ? { user_email: 'ben@example.com' } : {};
        const query = { project_id: 1, number, ...period, ...user };
        const all = await everyPage(query);
        const found = await everyPage({ ...query, search });
        expect(found.items).toEqual(all.items.filter(isFound(search)));
        expect(found.total).toBe(found.items.length);
        compared += found.total;
      }
    }
    expect(compared).toBeGreaterThan(50);
    const own = { email: 'ben@example.com', visibility: ALL_SEEN, status: null, projectId: 0 };
    for (const [start, end] of [
      [null, null],
      [period.start_datetime, period.end_datetime],
    ] as const) {
      const read = (search: string | null) =>
        readUserTasks(reads, { ...own, start, end, search, page: 1, size: 600 });
      const all = await read(null);
      for (const search of ['atlas', 'ben@', '3', 'none']) {
        const found = await read(search);
        expect(found.items).toEqual(all.items.filter(isFound(search)));
        expect(found.total).toBe(found.items.length);
        expect(found.rework_total).toBe(all.rework_total);
      }
    }
  });

  it('NUM-7 are those that the user sees', async () => {
    const own = { email: 'ada@example.com', isEverywhere: false, projectIds: [] };
    for (const number of WORK_NUMBERS.filter((one) => !APART.has(one))) {
      const period = {
        start_datetime: '2026-03-01T00:00:00Z',
        end_datetime: '2026-04-01T00:00:00Z',
      };
      const query = { project_id: 0, number, ...(NOW.has(number) ? {} : period) };
      const { items, total } = await counted(query, own);
      const all = await counted(query);
      expect(items.every(({ user_email }) => user_email === own.email)).toBe(true);
      expect(total).toBeLessThan(all.total);
    }
  });
});

async function everyPage(query: Query) {
  const page = { ...query, activity_days: 30, page: 1, size: 2_000 };
  return readTasksOfWork(reads, page, { visibility: ALL_SEEN, ownReviews: NO_REVIEWS });
}

async function nobodys({ project_id, start_datetime, end_datetime }: Query) {
  return db.query(
    `SELECT FROM core.task WHERE user_email IS NULL AND ($1 = 0 OR project_id = $1)
       AND status IN ('completed', 'reviewed', 'delivered') AND completed_at >= $2 AND completed_at < $3`,
    [project_id, start_datetime, end_datetime],
  );
}

/** A day of the reporting zone. */
async function dayOf(day: string) {
  const [row] = await db.query<{ start_datetime: string; end_datetime: string }>(
    `SELECT ($1::date::timestamp AT TIME ZONE core.reporting_zone())::text AS start_datetime,
       (($1::date + 1)::timestamp AT TIME ZONE core.reporting_zone())::text AS end_datetime`,
    [day],
  );
  if (!row) throw new Error('no day');
  return row;
}
