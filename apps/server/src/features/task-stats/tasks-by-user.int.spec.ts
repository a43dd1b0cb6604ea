import { podStatsSchema } from '@portal/contracts/task-stats';
import type { Db } from '@portal/persistence/db';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { problemIn } from '../../testing/requests.js';
import { assignRole, createUser, type TestUser } from '../../testing/user.js';
import { openWorkWorld, WEEK, type WorkWorld } from './spec-support/work-world.js';

let world: WorkWorld;
let db: Db;
let alpha: number;
let beta: number;
let viewer: TestUser;
let ada: TestUser;
let bob: TestUser;
let admin: TestUser;
beforeAll(async () => {
  world = await openWorkWorld();
  ({ db } = world.server);
  ({ alpha, beta, viewer, ada, bob, admin } = world);
});
afterAll(() => world.server.stop());

const ids = async (...asked: Parameters<WorkWorld['tasks']>) =>
  (await world.tasks(...asked)).items.map((task) => task.turing_task_id);

describe('by-user', () => {
  it('WORK-7 lists tasks newest first by completion, else update, else creation', async () => {
    expect(await ids(ada.email, ada)).toEqual([3, 5, 2, 9, 1, 6, 7]);
    expect(await ids(ada.email, ada, WEEK)).toEqual([3, 5, 2, 9, 1, 6]);
    const day = { start_datetime: '2026-01-05T12:00:00Z', end_datetime: '2026-01-06T09:00:00Z' };
    expect(await ids(ada.email, ada, day)).toEqual([2, 9, 1]);
  });

  it('WORK-7 returns each task with its project and its URL in the labeling tool', async () => {
    const { items } = await world.tasks(ada.email, admin);
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
    await db.query(
      `INSERT INTO core.task_review (turing_task_id, turing_review_id, reviewer_email, status, feedback, submitted_at)
       VALUES (7, 901, 'rex@example.com', 'accepted', 'old', '2025-01-01'),
         (7, 902, $1, 'rejected', $2, '2025-01-02'), (7, 903, NULL, 'accepted', NULL, NULL)`,
      [ada.email, 'x'.repeat(400)],
    );
    const { items } = await world.tasks(ada.email, ada);
    await db.query('DELETE FROM core.task_review WHERE turing_review_id > 900');
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
    expect(await world.tasks(ada.email, ada, { status: 'completed', ...WEEK })).toMatchObject({
      items: [{ turing_task_id: 1 }],
      total: 1,
      rework_total: 1,
    });
    await db.query("UPDATE core.task SET status = 'rework' WHERE turing_task_id = 3");
    expect(await world.tasks(ada.email, ada, { status: 'rework' })).toMatchObject({
      items: [{ turing_task_id: 3 }, { turing_task_id: 9 }],
      total: 2,
      rework_total: 2,
    });
    // Task 3 is in Beta, where the viewer sees nobody.
    expect(await world.tasks(ada.email, viewer, { status: 'rework', ...WEEK })).toMatchObject({
      items: [{ turing_task_id: 9 }],
      rework_total: 1,
    });
    await db.query("UPDATE core.task SET status = 'delivered' WHERE turing_task_id = 3");
    expect(await world.tasks(bob.email, bob)).toMatchObject({ total: 1, rework_total: 0 });
    expect(await ids(ada.email, ada, { search: '7' })).toEqual([7]);
    const none = { search: 'nobody@', ...WEEK };
    expect(await world.tasks(ada.email, ada, none)).toMatchObject({
      items: [],
      total: 0,
      rework_total: 1,
    });
    const answer = await world.ask(`by-user/${ada.email}`, ada, { status: 'Rework!' });
    expect(answer.status).toBe(400);
    expect((await problemIn(answer)).errors?.[0]?.pointer).toBe('status');
  });

  it('WORK-21 selects the tasks, the count and the revision of one project', async () => {
    const alphas = await world.tasks(ada.email, ada, { project_id: String(alpha) });
    expect(alphas.items.map((task) => task.turing_task_id)).toEqual([5, 2, 9, 1, 6, 7]);
    expect(alphas).toMatchObject({ total: 6, rework_total: 1, user: { pods: ['Orion'] } });
    const betas = await world.tasks(ada.email, ada, { project_id: String(beta), ...WEEK });
    expect(betas).toMatchObject({
      items: [{ turing_task_id: 3 }],
      total: 1,
      rework_total: 0,
      user: { pods: [] },
    });
    const both = await world.tasks(ada.email, ada, { project_id: '0' });
    expect(both.total).toBe(7);
    const seen = await world.tasks(ada.email, admin, { project_id: String(beta), ...WEEK });
    const revisions: unknown = await db.query(
      'SELECT revision::int FROM agg.project_revision WHERE project_id = ANY ($1) ORDER BY project_id',
      [[alpha, beta]],
    );
    expect([alphas, seen].map(({ revision }) => ({ revision }))).toEqual(revisions);
    expect(both.revision).toBeGreaterThanOrEqual(alphas.revision + seen.revision);
    // Ada has work in Beta, and no role.
    expect(betas.revision).toBe(0);
    const stampOf = async (project: number, by: TestUser) => {
      const { total, revision } = await world.tasks(ada.email, by, {
        stamp_project_id: String(project),
      });
      return { total, revision };
    };
    expect(await stampOf(alpha, ada)).toEqual({ total: 7, revision: alphas.revision });
    expect(await stampOf(beta, ada)).toEqual({ total: 7, revision: 0 });
    // The viewer sees nobody in Beta.
    expect(await world.tasks(ada.email, viewer, { project_id: String(beta) })).toMatchObject({
      items: [],
      total: 0,
    });
  });

  it('WORK-8 is paged, with 50 items by default', async () => {
    expect(await world.tasks(ada.email, ada)).toMatchObject({ total: 7, page: 1, size: 50 });
    const page = await world.tasks(ada.email, ada, { page: '2', size: '3' });
    expect(page).toMatchObject({ total: 7, page: 2, size: 3 });
    expect(page.items.map((task) => task.turing_task_id)).toEqual([9, 1, 6]);
    expect(await world.tasks(ada.email, ada, { page: '9' })).toMatchObject({ items: [], total: 7 });
  });

  it('WORK-9 shows the tasks of a user to the user and to those who see them, per project', async () => {
    expect(await ids(ada.email, viewer)).toEqual([5, 2, 9, 1, 6, 7]);
    expect(await ids(ada.email, admin)).toHaveLength(7);
    expect(await world.tasks(viewer.email, viewer)).toMatchObject({ items: [], total: 0 });
    // A member of Alpha without tasks there is visible; users elsewhere and unknown emails are not.
    expect((await world.ask(`by-user/${viewer.email}`, ada, {})).status).toBe(404);
    expect((await world.ask(`by-user/${bob.email}`, ada, {})).status).toBe(404);
    expect((await world.ask(`by-user/${admin.email}`, viewer, {})).status).toBe(404);
    expect((await world.ask('by-user/nobody@example.com', admin, {})).status).toBe(404);
    const lead = await createUser(db, 'second@example.com');
    await assignRole(db, lead, alpha, 'trainer');
    expect((await world.ask(`by-user/${lead.email}`, viewer, {})).status).toBe(200);
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
    const answer = await world.ask('pod-stats', viewer, { ...WEEK, member_emails: ada.email });
    expect(podStatsSchema.parse(await answer.json())).toMatchObject([{ email: ada.email, user }]);
    expect((await world.tasks(ada.email, viewer)).user).toEqual(user);
    expect((await world.tasks(viewer.email, viewer)).user).toMatchObject({ pods: [] });
  });

  it('WORK-16 list the pods in the project of the request that the caller sees', async () => {
    const podsOf = async (caller: TestUser, query: Record<string, string> = {}) => {
      const answer = await world.ask('pod-stats', caller, {
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
    expect((await world.tasks(ada.email, viewer)).user?.pods).toEqual(['Orion']);
    expect((await world.tasks(ada.email, ada)).user?.pods).toEqual(['Lyra', 'Orion']);
    await db.query("DELETE FROM core.pod_member WHERE pod_name = 'Lyra'");
  });

  it('WORK-16 are null for an email without an account, until there is one', async () => {
    const email = 'imported@example.com';
    const users = async () => {
      const answer = await world.ask('pod-stats', admin, { ...WEEK, member_emails: email });
      const rows = podStatsSchema.parse(await answer.json());
      return [...rows, await world.tasks(email, admin)].map(({ user }) => user?.name ?? null);
    };
    await db.query('UPDATE core.task SET user_email = $1 WHERE turing_task_id = 8', [email]);
    expect(await users()).toEqual([null, null]);
    await db.query("INSERT INTO core.app_user (email, name) VALUES ($1, 'Late')", [email]);
    expect(await users()).toEqual(['Late', 'Late']);
    await db.query('DELETE FROM core.app_user WHERE email = $1', [email]);
    await db.query('UPDATE core.task SET user_email = NULL WHERE turing_task_id = 8');
  });
});
