import { type WeeklyProgress, weeklyProgressSchema } from '@portal/contracts/live';
import { weeklyHistorySchema } from '@portal/contracts/pods';
import type { Db } from '@portal/persistence/db';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { RoomStates } from '../../live/rooms/room-states.js';
import { assignRole, createUser, createProject, type TestUser } from '../../testing/user.js';
import { get, problemIn } from '../../testing/requests.js';
import { sharedServer } from '../../testing/shared-server.js';
import type { TestServer } from '../../testing/test-server.js';

let server: TestServer;
let db: Db;
let alpha: number;
let viewer: TestUser;
let ada: TestUser;
let bob: TestUser;

beforeAll(async () => {
  server = await sharedServer();
  db = server.db;
  alpha = await createProject(db, 'Alpha');
  [viewer, ada, bob] = [
    await createUser(db, 'viewer@example.com'),
    await createUser(db, 'ada@example.com'),
    await createUser(db, 'bob@example.com'),
  ];
  await assignRole(db, viewer, alpha, 'project_member');
  await db.query("INSERT INTO core.pod (name, project_id) VALUES ('Orion', $1)", [alpha]);
  await db.query(
    `INSERT INTO core.pod_member (pod_name, user_email, role)
     VALUES ('Orion', $1, 'lead'), ('Orion', $2, 'trainer')`,
    [ada.email, bob.email],
  );
  await db.query(
    `INSERT INTO core.pod_weekly_target
       (pod_name, week_start_date, week_end_date, daily_tasks_target, daily_turns_target)
     VALUES ('Orion', '2026-03-02', '2026-03-08', 2, 10)`,
  );
  await db.query(
    "INSERT INTO core.batch (project_id, turing_batch_id, name) VALUES ($1, 1, 'One')",
    [alpha],
  );
  // Ada's tasks are a microsecond inside and outside of the week, whose Sunday has 23 hours.
  await db.query(
    `INSERT INTO core.task (turing_task_id, project_id, turing_batch_id, user_email, status,
       number_of_turns, completed_at)
     SELECT n, $1, 1, CASE WHEN n <= 9 THEN $2 ELSE $3 END, 'completed', 1, CASE n
         WHEN 1 THEN '2026-03-02T07:59:59.999999Z'::timestamptz
         WHEN 2 THEN '2026-03-02T08:00:00Z'
         WHEN 3 THEN '2026-03-09T06:59:59.999999Z'
         WHEN 4 THEN '2026-03-09T07:00:00Z'
         ELSE '2026-03-04T12:00:00Z'::timestamptz + n * interval '7 minutes' END
     FROM generate_series(1, 20) AS n`,
    [alpha, ada.email, bob.email],
  );
  // Ada's reviews: two in the week, one after it, and one in another project.
  const beta = await createProject(db, 'Gamma');
  await db.query(
    "INSERT INTO core.batch (project_id, turing_batch_id, name) VALUES ($1, 1, 'One')",
    [beta],
  );
  await db.query(
    `INSERT INTO core.task (turing_task_id, project_id, turing_batch_id, status)
     VALUES (100, $1, 1, 'pending')`,
    [beta],
  );
  await db.query(
    `INSERT INTO core.task_review
       (turing_task_id, turing_review_id, reviewer_email, status, submitted_at)
     VALUES (11, 1, $1, 'approved', '2026-03-02T08:00:00Z'),
       (12, 2, $1, 'approved', '2026-03-09T06:59:59.999999Z'),
       (13, 3, $1, 'approved', '2026-03-09T07:00:00Z'),
       (100, 4, $1, 'approved', '2026-03-04T08:00:00Z')`,
    [ada.email],
  );
});
afterAll(() => server.stop());

const ask = (user: TestUser, query = '') =>
  get(`${server.baseUrl}/api/v1/pods/Orion/weekly-progress${query}`, user.token);
async function progress(user: TestUser, query = ''): Promise<WeeklyProgress> {
  return weeklyProgressSchema.parse(await (await ask(user, query)).json());
}
async function history(user: TestUser, query = ''): Promise<WeeklyProgress[]> {
  return weeklyHistorySchema.parse(await (await ask(user, `/history${query}`)).json());
}
const tasksOfBob = ({ members }: WeeklyProgress) =>
  members.find(({ email }) => email === bob.email)?.tasks;

/** The target of this week. */
const setTarget = () =>
  db.query(
    `INSERT INTO core.pod_weekly_target
       (pod_name, week_start_date, week_end_date, daily_tasks_target, daily_turns_target)
     SELECT 'Orion', date_trunc('week', today)::date, date_trunc('week', today)::date + 6, 3, 4
     FROM (SELECT core.reporting_day(now())::timestamp AS today) AS now`,
  );
/** Two more tasks of a user. */
const twoMore = (user: TestUser, completedAt: string) =>
  db.query(
    `INSERT INTO core.task (turing_task_id, project_id, turing_batch_id, user_email, status,
       number_of_turns, completed_at)
     SELECT n, $1, 1, $2, 'completed', 1, ${completedAt} FROM generate_series(21, 22) AS n`,
    [alpha, user.email],
  );
afterEach(() =>
  db.query(`DELETE FROM core.task WHERE turing_task_id IN (21, 22);
    DELETE FROM core.pod_weekly_target WHERE week_start_date > '2026-03-02'`),
);

describe('the week of a pod', () => {
  it('POD-10 WEEK-17 has targets, progress and reviews of each user in the requested week', async () => {
    expect(await progress(viewer, '?week_start=2026-03-02')).toMatchObject({
      project_id: alpha,
      pod_name: 'Orion',
      week_start: '2026-03-02',
      week_end: '2026-03-08',
      target: { daily_tasks: 2, daily_turns: 10 },
      expected: { tasks: 10, turns: 50 },
      due: { tasks: 10, turns: 50 },
      members: [
        { role: 'lead', email: ada.email, tasks: 7, reviews: 2, goal: null, level: null },
        {
          ...{ role: 'trainer', email: bob.email, tasks: 11, reviews: 0, percent: 110, pace: 110 },
          goal: { weekly: { tasks: 10, turns: 50 }, due: { tasks: 10, turns: 50 } },
          ...{ level: 'success', level_percent: 110 },
        },
      ],
    });
  });

  it('WEEK-16 is judged by nothing before it has begun', async () => {
    await db.query(`INSERT INTO core.pod_weekly_target
      (pod_name, week_start_date, week_end_date, daily_tasks_target, daily_turns_target)
      VALUES ('Orion', '2099-01-05', '2099-01-11', 3, 4)`);
    const none = { tasks: 0, turns: 0 };
    expect(await progress(viewer, '?week_start=2099-01-05')).toMatchObject({
      ...{ target: { daily_tasks: 3 }, expected: none, due: none },
      members: [{ percent: 0, level: null }, { level: null }],
    });
  });

  it('POD-17 has the details of each user, with the pods in its project', async () => {
    await db.query(
      `UPDATE core.app_user SET name = 'Ada', picture = 'https://pictures.example/ada',
         timezone = 'UTC+1:00' WHERE email = $1`,
      [ada.email],
    );
    await db.query("INSERT INTO core.pod (name, project_id) VALUES ('Lyra', $1), ('Far', $2)", [
      alpha,
      await createProject(db, 'Beta'),
    ]);
    await db.query(
      "INSERT INTO core.pod_member (pod_name, user_email) VALUES ('Lyra', $1), ('Far', $1)",
      [ada.email],
    );
    const { members } = await progress(viewer);
    expect(members.find(({ email }) => email === ada.email)?.user).toEqual({
      name: 'Ada',
      picture: 'https://pictures.example/ada',
      timezone: 'UTC+1:00',
      pods: ['Lyra', 'Orion'],
    });
    await db.query("DELETE FROM core.pod WHERE name IN ('Lyra', 'Far')");
  });

  it('POD-10 is the pushed state for the current week, with or without a target', async () => {
    const pushed = () => server.app.get(RoomStates).weeklyProgress(alpha, 'Orion');
    expect(await progress(viewer)).toEqual(await pushed());
    expect(await progress(viewer)).toMatchObject({
      target: null,
      expected: null,
      members: [{ level: null }, { level: null }],
    });
    await setTarget();
    await twoMore(ada, 'now()');
    const now = await progress(viewer);
    expect(now).toEqual(await pushed());
    expect(now).toMatchObject({
      target: { daily_tasks: 3 },
      members: [{ tasks: 2 }, { tasks: 0 }],
    });
  });

  it('POD-11 shows other users with pod-info-public-view, and a member their own', async () => {
    expect((await progress(viewer)).members).toHaveLength(2);
    expect((await progress(bob)).members.map(({ email }) => email)).toEqual([bob.email]);
    const stranger = await createUser(db, 'stranger@example.com');
    expect((await ask(stranger)).status).toBe(404);
  });

  it('POD-14 returns the last weeks, oldest first, each as the week alone', async () => {
    await setTarget();
    await twoMore(
      bob,
      `(date_trunc('week', core.reporting_day(now())::timestamp) - interval '12 days') AT TIME ZONE core.reporting_zone()`,
    );
    const weeks = await history(viewer, '?weeks=3');
    expect(weeks.map((week) => tasksOfBob(week))).toEqual([2, 0, 0]);
    for (const week of weeks) {
      expect(week).toEqual(await progress(viewer, `?week_start=${week.week_start}`));
    }
    expect(weeks.at(-1)).toEqual(await progress(viewer));
    expect(weeks.map(({ target }) => target?.daily_tasks ?? null)).toEqual([null, null, 3]);
    const [due] = weeks.slice(-1).map((week) => week.due?.tasks);
    const level = due === 0 ? null : 'error';
    expect(weeks.map(({ members: [, member] }) => member?.level)).toEqual([null, null, level]);
    expect((await history(viewer)).slice(-3)).toEqual(weeks);
    expect(await history(viewer)).toHaveLength(8);
  });

  it('POD-14 shows a member their own weeks, and the pod to nobody else', async () => {
    for (const { members } of await history(bob)) {
      expect(members.map(({ email }) => email)).toEqual([bob.email]);
    }
    const outsider = await createUser(db, 'outsider@example.com');
    expect((await ask(outsider, '/history')).status).toBe(404);
  });

  it.each(['0', '27', '1.5', 'all'])('POD-14 refuses %s weeks', async (weeks) => {
    const answer = await ask(viewer, `/history?weeks=${weeks}`);
    expect(answer.status).toBe(400);
    expect((await problemIn(answer)).errors?.[0]?.pointer).toBe('weeks');
  });

  it.each(['2026-03-03', '2026-02-30', '1999-12-27', 'today'])(
    'POD-12 refuses %s as the start of a week',
    async (day) => {
      const answer = await ask(viewer, `?week_start=${day}`);
      expect(answer.status).toBe(400);
      expect((await problemIn(answer)).errors?.[0]?.pointer).toBe('week_start');
    },
  );
});
