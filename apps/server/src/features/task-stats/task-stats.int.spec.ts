import {
  userTaskListSchema,
  podStatsSchema,
  reviewStatsSchema,
} from '@portal/contracts/task-stats';
import type { Db } from '@portal/persistence/db';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assignRole, createUser, createProject, type TestUser } from '../../testing/user.js';
import { get, problemIn } from '../../testing/requests.js';
import { sharedServer } from '../../testing/shared-server.js';
import type { TestServer } from '../../testing/test-server.js';

let server: TestServer;
let db: Db;
let alpha: number;
let beta: number;
/** Sees users in Alpha; has no tasks. */
let viewer: TestUser;
let ada: TestUser;
let bob: TestUser;
let admin: TestUser;

beforeAll(async () => {
  server = await sharedServer();
  db = server.db;
  [alpha, beta] = [await createProject(db, 'Alpha'), await createProject(db, 'Beta')];
  [viewer, ada, bob, admin] = [
    await createUser(db, 'viewer@example.com'),
    await createUser(db, 'ada@example.com'),
    await createUser(db, 'bob@example.com'),
    await createUser(db, 'everywhere@example.com'),
  ];
  await assignRole(db, viewer, alpha, 'project_member');
  await assignRole(db, admin, 0, 'admin');
  await db.query('UPDATE core.project SET labeling_tool_base_path = $2 WHERE id = $1', [
    alpha,
    'https://tool.example/tasks/',
  ]);
  await db.query("INSERT INTO core.pod (name, project_id) VALUES ('Orion', $1), ('Lyra', $2)", [
    alpha,
    beta,
  ]);
  await db.query("INSERT INTO core.pod_member (pod_name, user_email) VALUES ('Orion', $1)", [
    ada.email,
  ]);
  await db.query(
    "INSERT INTO core.batch (project_id, turing_batch_id, name) VALUES ($1, 1, 'One'), ($2, 1, 'One')",
    [alpha, beta],
  );
  await db.query(
    `INSERT INTO core.task (turing_task_id, project_id, turing_batch_id, user_email, status,
       number_of_turns, duration_minutes, completed_at, updated_at, created_at) VALUES
     (1, $1, 1, $3, 'completed', 2, 12.5, '2026-01-05T12:00:00Z', NULL, NULL),
     (2, $1, 1, $3, 'reviewed', 3, NULL, '2026-01-06T07:30:00Z', NULL, NULL),
     (3, $2, 1, $3, 'delivered', 4, NULL, '2026-01-06T12:00:00Z', NULL, NULL),
     (4, $1, 1, $4, 'completed', 5, NULL, '2026-01-05T12:00:00Z', NULL, NULL),
     (5, $1, 1, $3, 'in_progress', 1, NULL, NULL, '2026-01-06T09:00:00Z', '2026-01-01T00:00:00Z'),
     (6, $1, 1, $3, 'pending', 1, NULL, NULL, NULL, '2026-01-05T08:00:00Z'),
     (7, $1, 1, $3, 'pending', 1, NULL, NULL, NULL, NULL),
     (8, $1, 1, NULL, 'completed', 9, NULL, '2026-01-05T12:00:00Z', NULL, NULL),
     (9, $1, 1, $3, 'rework', 1, NULL, '2026-01-05T13:00:00Z', NULL, NULL)`,
    [alpha, beta, ada.email, bob.email],
  );
  await db.query(
    `INSERT INTO core.task_review (turing_task_id, turing_review_id, status, submitted_at) VALUES
     (2, 1, 'accepted', '2026-01-07T10:00:00Z'), (2, 2, 'accepted', '2026-01-07T11:00:00Z'),
     (9, 1, 'refused', '2026-01-08T10:00:00Z'), (3, 1, 'accepted', '2026-01-07T10:00:00Z')`,
  );
});
afterAll(() => server.stop());

const ask = (call: string, user: TestUser, query: Record<string, string>) =>
  get(`${server.baseUrl}/api/v1/tasks/${call}?${new URLSearchParams(query)}`, user.token);
const WEEK = { start_datetime: '2026-01-05T00:00:00Z', end_datetime: '2026-01-12T00:00:00Z' };

/** Rows as `day user tasks/turns`. */
async function stats(user: TestUser, query: Record<string, string> = {}): Promise<string[]> {
  const answer = await ask('pod-stats', user, { ...WEEK, ...query });
  return podStatsSchema
    .parse(await answer.json())
    .map((row) => `${row.date} ${row.email.split('@')[0]} ${row.task_count}/${row.total_turns}`);
}

async function desk(user: TestUser, query: Record<string, string> = {}) {
  const answer = await ask('pod-review-stats', user, { ...WEEK, ...query });
  const rows = reviewStatsSchema.parse(await answer.json());
  return rows.map(({ status, desk, task_count }) => `${status} ${desk} ${task_count}`);
}

async function tasks(email: string, user: TestUser, query: Record<string, string> = {}) {
  const answer = await ask(`by-user/${email}`, user, query);
  return userTaskListSchema.parse(await answer.json());
}
const ids = async (...asked: Parameters<typeof tasks>) =>
  (await tasks(...asked)).items.map((task) => task.turing_task_id);

describe('pod-stats', () => {
  it('WORK-2 counts done tasks and turns by day of the reporting zone and user', async () => {
    expect(await stats(admin)).toEqual([
      '2026-01-05 ada 2/5',
      '2026-01-05 bob 1/5',
      '2026-01-06 ada 1/4',
    ]);
  });

  it('WORK-2 includes the start of the period and excludes its end, at any offset', async () => {
    const from = (start_datetime: string, end_datetime: string) =>
      stats(admin, { start_datetime, end_datetime, member_emails: ada.email });
    expect(await from('2026-01-05T12:00:00Z', '2026-01-06T07:30:00Z')).toEqual([
      '2026-01-05 ada 1/2',
    ]);
    expect(await from('2026-01-05T12:00:00.000001Z', '2026-01-06T07:30:00.000001Z')).toEqual([
      '2026-01-05 ada 1/3',
    ]);
    expect(await from('2026-01-05T14:00:00+02:00', '2026-01-05T14:00:01+02:00')).toHaveLength(1);
    // Of the reporting zone.
    expect(await from('2026-01-05T04:00:00', '2026-01-05T04:00:01')).toHaveLength(1);
    expect(await from('2026-01-05T12:00:00Z', '2026-01-05T12:00:00Z')).toEqual([]);
  });

  it('WORK-4 splits days in the given time zone', async () => {
    const ofAda = { member_emails: ada.email };
    expect(await stats(admin, { ...ofAda, time_zone: 'UTC' })).toEqual([
      '2026-01-05 ada 1/2',
      '2026-01-06 ada 2/7',
    ]);
    expect(await stats(admin, { ...ofAda, time_zone: 'Asia/Kathmandu' })).toEqual([
      '2026-01-05 ada 1/2',
      '2026-01-06 ada 2/7',
    ]);
    expect(await stats(admin, { ...ofAda, time_zone: 'UTC+5:45' })).toEqual(
      await stats(admin, { ...ofAda, time_zone: 'Asia/Kathmandu' }),
    );
  });

  it('WORK-1 shows other users with pod-info-public-view, and the caller everywhere', async () => {
    expect(await stats(viewer)).toEqual(['2026-01-05 ada 2/5', '2026-01-05 bob 1/5']);
    expect(await stats(ada)).toEqual(['2026-01-05 ada 2/5', '2026-01-06 ada 1/4']);
    expect(await stats(ada, { member_emails: bob.email })).toEqual([]);
    expect(await stats(viewer, { project_id: String(beta) })).toEqual([]);
  });

  it('WORK-5 filters by users, project and pod together', async () => {
    expect(await stats(admin, { project_id: String(beta) })).toEqual(['2026-01-06 ada 1/4']);
    expect(await stats(admin, { member_emails: `${bob.email},Nobody@Example.com` })).toEqual([
      '2026-01-05 bob 1/5',
    ]);
    expect(await stats(admin, { member_emails: '' })).toEqual([]);
    expect(await stats(admin, { pod_name: 'Orion' })).toEqual(['2026-01-05 ada 2/5']);
    expect(await stats(admin, { pod_name: 'Orion', member_emails: bob.email })).toEqual([]);
    expect(await stats(admin, { pod_name: 'Orion', project_id: String(beta) })).toEqual([]);
  });

  it('WORK-5 responds 404 for a hidden or unknown pod', async () => {
    for (const pod_name of ['Lyra', 'Nowhere']) {
      const answer = await ask('pod-stats', viewer, { ...WEEK, pod_name });
      expect(answer.status).toBe(404);
    }
    expect((await ask('pod-stats', viewer, { ...WEEK, pod_name: 'Orion' })).status).toBe(200);
    expect((await ask('pod-stats', ada, { ...WEEK, pod_name: 'Orion' })).status).toBe(200);
    expect((await ask('pod-stats', bob, { ...WEEK, pod_name: 'Orion' })).status).toBe(404);
  });
});

describe('the details of users', () => {
  it('WORK-16 are in the rows of pod-stats and once in by-user', async () => {
    await db.query(
      `UPDATE core.app_user SET name = 'Ada', picture = 'https://pictures.example/ada',
         timezone = 'UTC+5:30' WHERE email = $1`,
      [ada.email],
    );
    const user = {
      name: 'Ada',
      picture: 'https://pictures.example/ada',
      timezone: 'UTC+5:30',
      pods: ['Orion'],
    };
    const answer = await ask('pod-stats', viewer, { ...WEEK, member_emails: ada.email });
    expect(podStatsSchema.parse(await answer.json())).toMatchObject([{ email: ada.email, user }]);
    expect((await tasks(ada.email, viewer)).user).toEqual(user);
    expect((await tasks(viewer.email, viewer)).user).toMatchObject({ pods: [] });
  });

  it('WORK-16 list the pods in the project of the request that the caller sees', async () => {
    const podsOf = async (caller: TestUser, query: Record<string, string> = {}) => {
      const answer = await ask('pod-stats', caller, {
        ...WEEK,
        member_emails: ada.email,
        ...query,
      });
      const rows = podStatsSchema.parse(await answer.json());
      return [...new Set(rows.map(({ user }) => user?.pods.join()))];
    };
    await db.query("INSERT INTO core.pod_member (pod_name, user_email) VALUES ('Lyra', $1)", [
      ada.email,
    ]);
    expect(await podsOf(admin)).toEqual(['Lyra,Orion']);
    expect(await podsOf(ada)).toEqual(['Lyra,Orion']);
    expect(await podsOf(viewer)).toEqual(['Orion']);
    expect(await podsOf(admin, { project_id: String(beta) })).toEqual(['Lyra']);
    expect(await podsOf(ada, { pod_name: 'Orion' })).toEqual(['Orion']);
    expect((await tasks(ada.email, viewer)).user?.pods).toEqual(['Orion']);
    expect((await tasks(ada.email, ada)).user?.pods).toEqual(['Lyra', 'Orion']);
    await db.query("DELETE FROM core.pod_member WHERE pod_name = 'Lyra'");
  });

  it('WORK-16 are null for an email without an account, until there is one', async () => {
    const email = 'imported@example.com';
    const users = async () => {
      const answer = await ask('pod-stats', admin, { ...WEEK, member_emails: email });
      const rows = podStatsSchema.parse(await answer.json());
      return [...rows, await tasks(email, admin)].map(({ user }) => user?.name ?? null);
    };
    await db.query('UPDATE core.task SET user_email = $1 WHERE turing_task_id = 8', [email]);
    expect(await users()).toEqual([null, null]);
    await db.query("INSERT INTO core.app_user (email, name) VALUES ($1, 'Late')", [email]);
    expect(await users()).toEqual(['Late', 'Late']);
    await db.query('DELETE FROM core.app_user WHERE email = $1', [email]);
    await db.query('UPDATE core.task SET user_email = NULL WHERE turing_task_id = 8');
  });
});

describe('pod-review-stats', () => {
  it('WORK-17 takes a pod: the tasks of its members in its project; 404 for a hidden pod', async () => {
    const ofPod = ['completed pending 1', 'reviewed done 1', 'rework done 1'];
    expect(await desk(admin, { pod_name: 'Orion' })).toEqual(ofPod);
    expect(await desk(admin, { pod_name: 'Orion', project_id: String(alpha) })).toEqual(ofPod);
    expect(await desk(admin, { pod_name: 'Orion', member_emails: bob.email })).toEqual([]);
    expect(await desk(admin, { pod_name: 'Orion', project_id: String(beta) })).toEqual([]);
    expect(await desk(admin, { pod_name: 'Lyra' })).toEqual([]);
    for (const pod_name of ['Lyra', 'Nowhere']) {
      const answer = await ask('pod-review-stats', viewer, { ...WEEK, pod_name });
      expect(answer.status).toBe(404);
    }
    expect(await desk(viewer, { pod_name: 'Orion' })).toEqual(ofPod);
  });

  it('WORK-6 counts tasks that wait for a review, and tasks reviewed in the period, once', async () => {
    const both = ['completed pending 3', 'delivered done 1', 'reviewed done 1'];
    expect(await desk(admin)).toEqual([...both, 'rework done 1']);
    expect(await desk(admin, { end_datetime: '2026-01-08T10:00:00Z' })).toEqual(both);
    expect(await desk(admin, { member_emails: ada.email, project_id: String(alpha) })).toEqual([
      'completed pending 1',
      'reviewed done 1',
      'rework done 1',
    ]);
    expect(await desk(admin, { member_emails: '' })).toEqual([]);
  });

  it('WORK-6 a reviewed task is done whatever its status, by status and then desk', async () => {
    await db.query(
      `INSERT INTO core.task_review (turing_task_id, turing_review_id, status, submitted_at)
       VALUES (4, 1, 'accepted', '2026-01-08T12:00:00Z'), (5, 1, 'accepted', '2026-01-08T12:00:00Z')`,
    );
    expect(await desk(viewer)).toEqual([
      'completed done 1',
      'completed pending 2',
      'in_progress done 1',
      'reviewed done 1',
      'rework done 1',
    ]);
    await db.query('DELETE FROM core.task_review WHERE turing_task_id IN (4, 5)');
    expect(await desk(bob)).toEqual(['completed pending 1']);
  });

  it('WORK-1 shows the review desk of visible users', async () => {
    expect(await desk(viewer)).toEqual(['completed pending 3', 'reviewed done 1', 'rework done 1']);
    expect(await desk(ada)).toEqual([
      'completed pending 1',
      'delivered done 1',
      'reviewed done 1',
      'rework done 1',
    ]);
    expect(await desk(bob)).toEqual(['completed pending 1']);
  });
});

describe('by-user', () => {
  it('WORK-7 lists tasks newest first by completion, else update, else creation', async () => {
    expect(await ids(ada.email, ada)).toEqual([3, 5, 2, 9, 1, 6, 7]);
    expect(await ids(ada.email, ada, WEEK)).toEqual([3, 5, 2, 9, 1, 6]);
    const day = { start_datetime: '2026-01-05T12:00:00Z', end_datetime: '2026-01-06T09:00:00Z' };
    expect(await ids(ada.email, ada, day)).toEqual([2, 9, 1]);
  });

  it('WORK-7 returns each task with its project and its URL in the labeling tool', async () => {
    const { items } = await tasks(ada.email, admin);
    const [inBeta, inAlpha] = [items[0], items.at(-3)];
    expect(inBeta).toMatchObject({ turing_task_id: 3, project_name: 'Beta', task_link: null });
    expect(inAlpha).toMatchObject({
      turing_task_id: 1,
      project_id: alpha,
      project_name: 'Alpha',
      batch_name: 'One',
      task_link: 'https://tool.example/tasks/1',
      duration_minutes: 12.5,
      number_of_turns: 2,
      completed_at: '2026-01-05T12:00:00.000Z',
    });
  });

  it('WORK-22 returns of each task its newest review and how many it has', async () => {
    await server.db.query(
      `INSERT INTO core.task_review (turing_task_id, turing_review_id, reviewer_email, status, feedback, submitted_at)
       VALUES (7, 901, 'rex@example.com', 'accepted', 'old', '2025-01-01'),
         (7, 902, $1, 'rejected', $2, '2025-01-02'), (7, 903, NULL, 'accepted', NULL, NULL)`,
      [ada.email, 'x'.repeat(400)],
    );
    const { items } = await tasks(ada.email, ada);
    await server.db.query('DELETE FROM core.task_review WHERE turing_review_id > 900');
    const [found] = items.filter(({ turing_task_id: id }) => id === 7);
    expect(found).toMatchObject({
      review_count: 3,
      last_review: {
        ...{ turing_review_id: 902, reviewer_email: ada.email, status: 'rejected' },
        ...{ feedback: 'x'.repeat(300), submitted_at: '2025-01-02T00:00:00.000Z' },
      },
    });
    const [none] = items.filter(({ review_count: count }) => count === 0);
    expect(none).toMatchObject({ last_review: null });
  });

  it('WORK-15 selects tasks by status and by a search, and counts those that came back for rework', async () => {
    expect(await ids(ada.email, ada, { status: 'rework' })).toEqual([9]);
    expect(await ids(ada.email, ada, { status: 'pending', size: '1', page: '2' })).toEqual([7]);
    expect(await tasks(ada.email, ada, { status: 'completed', ...WEEK })).toMatchObject({
      items: [{ turing_task_id: 1 }],
      total: 1,
      rework_total: 1,
    });
    await db.query("UPDATE core.task SET status = 'rework' WHERE turing_task_id = 3");
    expect(await tasks(ada.email, ada, { status: 'rework' })).toMatchObject({
      items: [{ turing_task_id: 3 }, { turing_task_id: 9 }],
      total: 2,
      rework_total: 2,
    });
    // Task 3 is in Beta, where the viewer sees nobody.
    expect(await tasks(ada.email, viewer, { status: 'rework', ...WEEK })).toMatchObject({
      items: [{ turing_task_id: 9 }],
      rework_total: 1,
    });
    await db.query("UPDATE core.task SET status = 'delivered' WHERE turing_task_id = 3");
    expect(await tasks(bob.email, bob)).toMatchObject({ total: 1, rework_total: 0 });
    expect(await ids(ada.email, ada, { search: '7' })).toEqual([7]);
    const none = { search: 'nobody@', ...WEEK };
    expect(await tasks(ada.email, ada, none)).toMatchObject({
      items: [],
      total: 0,
      rework_total: 1,
    });
    const answer = await ask(`by-user/${ada.email}`, ada, { status: 'Rework!' });
    expect(answer.status).toBe(400);
    expect((await problemIn(answer)).errors?.[0]?.pointer).toBe('status');
  });

  it('WORK-21 selects the tasks, the count and the revision of one project', async () => {
    const alphas = await tasks(ada.email, ada, { project_id: String(alpha) });
    expect(alphas.items.map((task) => task.turing_task_id)).toEqual([5, 2, 9, 1, 6, 7]);
    expect(alphas).toMatchObject({ total: 6, rework_total: 1, user: { pods: ['Orion'] } });
    const betas = await tasks(ada.email, ada, { project_id: String(beta), ...WEEK });
    expect(betas).toMatchObject({
      items: [{ turing_task_id: 3 }],
      total: 1,
      rework_total: 0,
      user: { pods: [] },
    });
    const both = await tasks(ada.email, ada, { project_id: '0' });
    expect(both.total).toBe(7);
    const seen = await tasks(ada.email, admin, { project_id: String(beta), ...WEEK });
    const revisions: unknown = await db.query(
      'SELECT revision::int FROM agg.project_revision WHERE project_id = ANY ($1) ORDER BY project_id',
      [[alpha, beta]],
    );
    expect([alphas, seen].map(({ revision }) => ({ revision }))).toEqual(revisions);
    expect(both.revision).toBeGreaterThanOrEqual(alphas.revision + seen.revision);
    // Ada has work in Beta, and no role.
    expect(betas.revision).toBe(0);
    const stampOf = async (project: number, by: TestUser) => {
      const { total, revision } = await tasks(ada.email, by, { stamp_project_id: String(project) });
      return { total, revision };
    };
    expect(await stampOf(alpha, ada)).toEqual({ total: 7, revision: alphas.revision });
    expect(await stampOf(beta, ada)).toEqual({ total: 7, revision: 0 });
    // The viewer sees nobody in Beta.
    expect(await tasks(ada.email, viewer, { project_id: String(beta) })).toMatchObject({
      items: [],
      total: 0,
    });
  });

  it('WORK-8 is paged, with 50 items by default', async () => {
    expect(await tasks(ada.email, ada)).toMatchObject({ total: 7, page: 1, size: 50 });
    const page = await tasks(ada.email, ada, { page: '2', size: '3' });
    expect(page).toMatchObject({ total: 7, page: 2, size: 3 });
    expect(page.items.map((task) => task.turing_task_id)).toEqual([9, 1, 6]);
    expect(await tasks(ada.email, ada, { page: '9' })).toMatchObject({ items: [], total: 7 });
  });

  it('WORK-9 shows the tasks of a user to the user and to those who see them, per project', async () => {
    expect(await ids(ada.email, viewer)).toEqual([5, 2, 9, 1, 6, 7]);
    expect(await ids(ada.email, admin)).toHaveLength(7);
    expect(await tasks(viewer.email, viewer)).toMatchObject({ items: [], total: 0 });
    // A member of Alpha without tasks there is visible; users elsewhere and unknown emails are not.
    expect((await ask(`by-user/${viewer.email}`, ada, {})).status).toBe(404);
    expect((await ask(`by-user/${bob.email}`, ada, {})).status).toBe(404);
    expect((await ask(`by-user/${admin.email}`, viewer, {})).status).toBe(404);
    expect((await ask('by-user/nobody@example.com', admin, {})).status).toBe(404);
    const lead = await createUser(db, 'second@example.com');
    await assignRole(db, lead, alpha, 'trainer');
    expect((await ask(`by-user/${lead.email}`, viewer, {})).status).toBe(200);
  });
});

describe('invalid requests', () => {
  const { start_datetime, end_datetime } = WEEK;
  it.each([
    ['pod-stats', { start_datetime }, 'end_datetime'],
    ['pod-stats', { start_datetime: '2026-01-05', end_datetime }, 'start_datetime'],
    ['pod-stats', { start_datetime: '0001-01-01T00:00:00Z', end_datetime }, 'start_datetime'],
    [
      'pod-stats',
      { start_datetime: '2026-01-05T00:00:00.1234567Z', end_datetime },
      'start_datetime',
    ],
    ['pod-stats', { start_datetime: end_datetime, end_datetime: start_datetime }, 'end_datetime'],
    ['pod-stats', { start_datetime: '2024-01-05T00:00:00Z', end_datetime }, 'end_datetime'],
    ['pod-stats', { ...WEEK, time_zone: 'Mars/Olympus' }, 'time_zone'],
    ['pod-stats', { ...WEEK, time_zone: 'UTC 5:30' }, 'time_zone'],
    ['pod-stats', { ...WEEK, time_zone: 'UTC+5:20' }, 'time_zone'],
    ['pod-stats', { ...WEEK, time_zone: 'UTC+15:00' }, 'time_zone'],
    ['pod-stats', { ...WEEK, time_zone: 'EST5EDT' }, 'time_zone'],
    ['pod-stats', { ...WEEK, member_emails: 'ada@example.com,ada' }, 'member_emails/1'],
    ['pod-stats', { ...WEEK, project_id: '-1' }, 'project_id'],
    ['pod-stats', { ...WEEK, colour: 'red' }, 'colour'],
    ['pod-review-stats', { end_datetime }, 'start_datetime'],
    ['pod-review-stats', { ...WEEK, end_datetime: '2027-04-05T00:00:00Z' }, 'end_datetime'],
    ['by-user/ada@example.com', { size: '101' }, 'size'],
    [
      'by-user/ada@example.com',
      { start_datetime: end_datetime, end_datetime: start_datetime },
      'end_datetime',
    ],
    ['by-user/ada', {}, 'email'],
  ])('WORK-11 %s with %j reports %s', async (call, query, pointer) => {
    const answer = await ask(call, admin, { ...query });
    expect(answer.status).toBe(400);
    const { code, errors } = await problemIn(answer);
    expect(code).toBe('invalid-input');
    expect(errors?.map((item) => item.pointer)).toContain(pointer);
  });

  it.each(['pod-stats', 'pod-review-stats'])(
    'WORK-18 %s with too many or too long emails says to use pod_name',
    async (call) => {
      const emails = (count: number, length: number) =>
        Array.from({ length: count }, (_, n) => `${n}`.padEnd(length, 'x') + '@example.com').join();
      expect((await ask(call, admin, { ...WEEK, member_emails: emails(500, 40) })).status).toBe(
        200,
      );
      const tooMany = await ask(call, admin, { ...WEEK, member_emails: emails(501, 4) });
      expect(tooMany.status).toBe(400);
      expect((await problemIn(tooMany)).errors).toEqual([
        {
          pointer: 'member_emails',
          detail: 'must be at most 500 emails; pod_name selects all users of a pod',
        },
      ]);
      const tooLong = await ask(call, admin, { ...WEEK, member_emails: emails(500, 60) });
      expect(tooLong.status).toBe(414);
      expect(await problemIn(tooLong)).toMatchObject({
        code: 'url-too-long',
        detail:
          'The URL is longer than 32 KiB; use pod_name to select all users of a pod instead of member_emails',
      });
      const farTooLong = await ask(call, admin, { ...WEEK, member_emails: emails(500, 200) });
      expect(farTooLong.status).toBe(431);
      expect((await problemIn(farTooLong)).detail).toContain('use pod_name');
    },
  );

  it('WORK-11 requires sign-in', async () => {
    expect((await get(`${server.baseUrl}/api/v1/tasks/pod-stats`)).status).toBe(401);
  });
});
