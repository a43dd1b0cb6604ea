import { notificationsSchema } from '@portal/contracts/notifications';
import type { Db } from '@portal/persistence/db';
import { pruneNotifications } from '@portal/persistence/telling/notifications';
import { buildWorld, type TestUser } from '@portal/testing/world';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ListClient } from '../../testing/list-client.js';
import { get, post, problemIn } from '../../testing/requests.js';
import { sharedServer } from '../../testing/shared-server.js';
import type { TestServer } from '../../testing/test-server.js';

let server: TestServer;
let db: Db;
let alpha: number;
let admin: TestUser;
let rita: TestUser;
let ron: TestUser;
let tara: TestUser;
let tom: TestUser;

beforeAll(async () => {
  server = await sharedServer();
  db = server.db;
  const { projects, users } = await buildWorld(db, {
    projects: { Alpha: { batches: { 1: 'One' } } },
    users: {
      admin: { roles: { 'All Projects': 'admin' } },
      rita: {},
      ron: {},
      tara: {},
      tom: {},
    },
    pods: {
      Orion: {
        project: 'Alpha',
        members: { rita: 'reviewer', ron: 'reviewer', tara: 'trainer', tom: 'trainer' },
      },
    },
  });
  ({ admin, rita, ron, tara, tom } = users);
  alpha = projects.Alpha;
});
afterAll(() => server.stop());

beforeEach(async () => {
  for (const table of ['task', 'pod_weekly_target', 'notification']) {
    await db.query(`DELETE FROM core.${table}`);
  }
  await db.query('UPDATE core.app_user SET is_active = true');
  await db.query(
    `INSERT INTO core.task (turing_task_id, project_id, turing_batch_id, user_email, status, completed_at)
     SELECT id, $1, 1, CASE WHEN id > 3 THEN $3 ELSE $2 END, 'completed', now()
     FROM generate_series(1, 6) AS id`,
    [alpha, tara.email, tom.email],
  );
});

const at = (path: string): string => `${server.baseUrl}/api/v1/${path}`;
const feedback = (by: TestUser, task: number, rework = false) =>
  post(at(`tasks/${task}/feedback`), { words: `Why ${task}?`, rework }, by.token);
async function inbox(user: TestUser, query = '') {
  const answer = await get(at(`notifications${query}`), user.token);
  return notificationsSchema.parse(await answer.json());
}
const told = async (user: TestUser) => (await inbox(user)).items.map(({ text }) => text);
const kinds = async (user: TestUser) => (await inbox(user)).items.map(({ kind }) => kind);
const nameOf = async ({ id }: TestUser) =>
  (await db.query<{ name: string }>('SELECT name FROM core.app_user WHERE id = $1', [id]))[0]?.name;
/** One transaction of a person. */
const deed = (by: TestUser, ...statements: string[]) =>
  db.transaction(async (tx) => {
    await tx.query(`SELECT set_config('portal.actor', $1, true)`, [String(by.id)]);
    for (const statement of statements) await tx.query(statement);
  });
const rework = (ids: string) =>
  `UPDATE core.task SET status = 'rework' WHERE turing_task_id IN (${ids})`;

describe('what people do', () => {
  it('TELL-3 feedback on a task is told to its user, with a link to the task', async () => {
    await feedback(rita, 1);
    expect((await inbox(tara)).items).toMatchObject([
      {
        ...{ kind: 'feedback', things: 1, task_ids: [1], link: '/?task=1', read_at: null },
        text: `${await nameOf(rita)} wrote feedback on task 1 in Alpha.`,
        why: 'You are told because the task is yours.',
      },
    ]);
    expect(await told(tom)).toEqual([]);
  });

  it('TELL-2 TELL-3 a task that comes back is told once, however it comes back', async () => {
    await feedback(rita, 1, true);
    expect(await told(tara)).toEqual([
      `Task 1 came back for rework in Alpha, from ${await nameOf(rita)}.`,
    ]);
    // It is in rework already, so this is feedback.
    await feedback(ron, 1, true);
    expect(await kinds(tara)).toEqual(['feedback', 'came_back']);
    await new ListClient(server, 'tasks/tasks-crud', admin).update(4, { status: 'rework' });
    expect(await kinds(tom)).toEqual(['came_back']);
  });

  it('TELL-2 many tasks of one transaction are one notification for each person', async () => {
    await deed(admin, rework('1, 4'), rework('2, 3'), rework('1, 2'));
    const { items } = await inbox(tara);
    expect(items).toMatchObject([{ kind: 'came_back', things: 3, task_ids: [1, 2, 3], link: '/' }]);
    expect(items[0]?.text).toContain('3 tasks of yours came back for rework in Alpha');
    expect(await kinds(tom)).toEqual(['came_back']);
    await deed(admin, `UPDATE core.task SET status = 'completed'`);
    await deed(admin, rework('1'));
    expect(await kinds(tara)).toEqual(['came_back', 'came_back']);
  });

  it('TELL-1 what is rolled back is told to nobody', async () => {
    const failed = deed(admin, rework('1'), 'SELECT 1 / 0');
    await expect(failed).rejects.toThrow('division by zero');
    expect(await told(tara)).toEqual([]);
    await deed(admin, rework('1'));
    expect(await kinds(tara)).toEqual(['came_back']);
  });

  it('TELL-4 nobody is told of their own deed, nor while inactive, nor of what operators do', async () => {
    await deed(tara, rework('1, 4'));
    expect([await kinds(tara), await kinds(tom)]).toEqual([[], ['came_back']]);
    await db.query('UPDATE core.app_user SET is_active = false WHERE id = $1', [tara.id]);
    await deed(admin, rework('2'));
    await db.query('UPDATE core.app_user SET is_active = true');
    await db.query(rework('3'));
    expect(await kinds(tara)).toEqual([]);
    await deed(admin, `UPDATE core.task SET user_email = 'nobody.knows@example.com'`, rework('5'));
    expect(await kinds(tom)).toEqual(['came_back']);
  });

  it('TELL-5 who has claimed a task is told once who asks for it', async () => {
    const claim = { method: 'PUT', headers: { authorization: `Bearer ${rita.token}` } };
    expect((await fetch(at('tasks/1/claim'), claim)).status).toBe(200);
    await post(at('tasks/1/claim/request'), {}, ron.token);
    await post(at('tasks/1/claim/request'), {}, ron.token);
    expect(await told(rita)).toEqual([
      `${await nameOf(ron)} asks you to let go of task 1 in Alpha.`,
    ]);
    expect(await told(ron)).toEqual([]);
  });

  it('TELL-33 the author of feedback is told of an appeal against it', async () => {
    await feedback(rita, 1, true);
    const [{ id } = { id: 0 }] = await db.query<{ id: number }>(
      'SELECT id FROM core.task_feedback',
    );
    const appeal = () =>
      post(at(`tasks/1/feedback/${id}/appeal`), { words: 'It was asked for.' }, tara.token);
    expect((await appeal()).status).toBe(200);
    expect((await appeal()).status).toBe(200);
    expect((await inbox(rita)).items).toMatchObject([
      {
        ...{ kind: 'appeal', link: '/?task=1' },
        text: `${await nameOf(tara)} appealed against your feedback on task 1 in Alpha.`,
        why: 'You are told because you sent the task back.',
      },
    ]);
    expect([await kinds(ron), await kinds(tara)]).toEqual([[], ['came_back']]);
    // Another appeal against the same feedback, after an undo of the first one.
    await db.query('UPDATE core.task_feedback SET appeal = NULL, appealed_at = NULL');
    await deed(tara, `UPDATE core.task_feedback SET appeal = 'Again', appealed_at = now()`);
    expect(await kinds(rita)).toEqual(['appeal', 'appeal']);
  });

  it('TELL-6 trainers are told of a weekly target of theirs that was set or changed, unless its week is over', async () => {
    const targets = new ListClient(server, 'pod-weekly-targets', admin);
    const week = { week_start_date: '2099-01-05', week_end_date: '2099-01-11' };
    const amount = { daily_tasks_target: 3, daily_turns_target: 5 };
    const made = await targets.created({ pod_name: 'Orion', ...week, ...amount });
    const text = `${await nameOf(admin)} set the weekly target of Orion.`;
    expect((await inbox(tara)).items).toMatchObject([{ text, link: '/pods/Orion/mine' }]);
    expect([await told(tom), await told(rita)]).toEqual([[text], []]);
    await targets.update(Number(made['id']), { daily_tasks_target: 4 });
    expect(await kinds(tara)).toEqual(['target', 'target']);
    // Over, so there is nothing to do.
    const past = { week_start_date: '2026-01-05', week_end_date: '2026-01-11' };
    await targets.create({ pod_name: 'Orion', ...past, ...amount });
    expect(await kinds(tara)).toEqual(['target', 'target']);
    const own = {
      week_start_date: '2099-01-12',
      week_end_date: '2099-01-18',
      user_email: tom.email,
    };
    await targets.create({ pod_name: 'Orion', ...own, ...amount });
    expect([(await kinds(tara)).length, (await kinds(tom)).length]).toEqual([2, 3]);
  });

  it('TELL-7 a role that is given, changed or taken is told to the user', async () => {
    const users = new ListClient(server, 'auth/users', admin);
    const by = await nameOf(admin);
    await users.update(tom.id, { global_role: 'project_lead' });
    await users.update(tom.id, { global_role: null });
    const members = new ListClient(server, 'pod-members', admin);
    const [row] = await db.query<{ id: number }>(
      'SELECT id FROM core.pod_member WHERE user_email = $1',
      [tom.email],
    );
    await members.update(Number(row?.id), { role: 'reviewer' });
    await deed(admin, `DELETE FROM core.pod_member WHERE id = ${row?.id}`);
    await deed(
      admin,
      `INSERT INTO core.pod_member (pod_name, user_email, role) VALUES ('Orion', '${tom.email}', 'trainer')`,
    );
    expect(await told(tom)).toEqual([
      `${by} added you to Orion.`,
      `${by} removed you from Orion.`,
      `${by} changed your role in Orion.`,
      `${by} took the role project_lead from you.`,
      `${by} gave you the role project_lead.`,
    ]);
    await deed(admin, `UPDATE core.pod SET name = 'Lyra' WHERE name = 'Orion'`);
    await deed(admin, `UPDATE core.pod SET name = 'Orion' WHERE name = 'Lyra'`);
    expect(await kinds(tara)).toEqual([]);
  });
});

describe('the inbox', () => {
  it('TELL-11 has the notifications of the caller alone, the newest first, in pages', async () => {
    for (const task of [1, 2, 3]) await feedback(rita, task);
    const first = await inbox(tara, '?limit=2');
    expect(first).toMatchObject({ unread: 3, items: [{ task_ids: [3] }, { task_ids: [2] }] });
    const last = await inbox(tara, `?limit=2&after=${encodeURIComponent(first.next ?? '')}`);
    expect(last).toMatchObject({ items: [{ task_ids: [1] }], next: null });
    const wrong = await get(at('notifications?after=yesterday'), tara.token);
    expect(await problemIn(wrong)).toMatchObject({ status: 400, errors: [{ pointer: 'after' }] });
    expect((await inbox(tom)).items).toEqual([]);
  });

  it('TELL-12 marks one as read, or all until an instant, for their user alone', async () => {
    for (const task of [1, 2, 3]) await feedback(rita, task);
    const [third, second] = (await inbox(tara)).items;
    const mark = (id: string | undefined, user: TestUser) =>
      post(at(`notifications/${id}/read`), {}, user.token);
    expect((await mark(third?.id, tom)).status).toBe(404);
    expect(await (await mark(third?.id, tara)).json()).toEqual({ unread: 2 });
    expect((await inbox(tara, '?show=read')).items).toMatchObject([{ task_ids: [3] }]);
    const readAll = (body: object) => post(at('notifications/read'), body, tara.token);
    await feedback(ron, 1);
    expect(await (await readAll({ until: second?.created_at })).json()).toEqual({ unread: 1 });
    expect(await (await readAll({})).json()).toEqual({ unread: 0 });
    expect((await inbox(tara, '?show=unread')).items).toEqual([]);
  });

  it('TELL-13 says the names of today, and no project that the user has left', async () => {
    await deed(admin, rework('1'));
    await db.query(`UPDATE core.project SET name = 'Renamed' WHERE id = $1`, [alpha]);
    expect((await told(tara))[0]).toContain('in Renamed');
    await db.query('DELETE FROM core.pod_member WHERE user_email = $1', [tara.email]);
    expect(await told(tara)).toEqual([`Task 1 came back for rework, from ${await nameOf(admin)}.`]);
    await db.query(
      `INSERT INTO core.pod_member (pod_name, user_email, role) VALUES ('Orion', $1, 'trainer')`,
      [tara.email],
    );
    await db.query(`UPDATE core.project SET name = 'Alpha' WHERE id = $1`, [alpha]);
  });

  it('TELL-14 forgets what is older than 90 days', async () => {
    await feedback(rita, 1);
    await db.query(`UPDATE core.notification SET created_at = now() - interval '91 days'`);
    await feedback(rita, 2);
    expect(await pruneNotifications(db)).toBe(1);
    expect((await inbox(tara)).items).toMatchObject([{ task_ids: [2] }]);
  });
});
