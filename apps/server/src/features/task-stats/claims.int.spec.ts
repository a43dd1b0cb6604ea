import { reviewClaimSchema } from '@portal/contracts/review-claims';
import {
  nextClaimSchema,
  reviewChoicesSchema,
  reviewQueueSchema,
} from '@portal/contracts/task-stats';
import { taskDetailSchema } from '@portal/contracts/task-detail';
import type { Db } from '@portal/persistence/db';
import { readUses } from '@portal/persistence/use-counts';
import { signIn } from '@portal/testing/sign-in';
import { buildWorld, type TestUser } from '@portal/testing/world';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { get, post, problemIn, send } from '../../testing/requests.js';
import { sharedServer } from '../../testing/shared-server.js';
import type { TestServer } from '../../testing/test-server.js';
import { assignRole, createUser } from '../../testing/user.js';

let server: TestServer;
let db: Db;
let alpha: number;
let rita: TestUser;
let ron: TestUser;
let trainer: TestUser;
let viewer: TestUser;

beforeAll(async () => {
  server = await sharedServer();
  db = server.db;
  const { projects, users } = await buildWorld(db, {
    projects: { Alpha: { batches: { 1: 'One', 2: 'Two' } } },
    users: {
      rita: { roles: { Alpha: 'reviewer' } },
      ron: { roles: { Alpha: 'reviewer' } },
      trainer: { roles: { Alpha: 'trainer' } },
      viewer: {},
    },
    pods: { Orion: { project: 'Alpha', members: { trainer: 'trainer', rita: 'reviewer' } } },
  });
  ({ rita, ron, trainer, viewer } = users);
  alpha = projects.Alpha;
});
afterAll(() => server.stop());

/** Tasks 1 to 5 of the trainer wait, 1 for the longest time; 6 is of a reviewer; 7 does not wait. */
beforeEach(async () => {
  await db.query('DELETE FROM core.task');
  await db.query(
    `INSERT INTO core.task (turing_task_id, project_id, turing_batch_id, user_email, status, completed_at, target_model)
     SELECT id, $1, 1 + id % 2, CASE id WHEN 6 THEN $3 ELSE $2 END,
       CASE id WHEN 7 THEN 'in_progress' ELSE 'completed' END,
       timestamptz '2026-01-01T12:00:00Z' + make_interval(days => id), 'model ' || id
     FROM generate_series(1, 7) AS id`,
    [alpha, trainer.email, rita.email],
  );
  await db.query('UPDATE core.project SET claims_per_reviewer = 3, archived_at = NULL');
});

const at = (path: string): string => `${server.baseUrl}/api/v1/tasks/${path}`;
const put = (user: TestUser, id: number) => send('PUT', at(`${id}/claim`), user.token);
const giveBack = (user: TestUser, id: number) => send('DELETE', at(`${id}/claim`), user.token);
const ask = (user: TestUser, id: number) => post(at(`${id}/claim/request`), {}, user.token);
const next = (user: TestUser, filters: object = {}) =>
  post(at('review-queue/next'), { pod_name: 'Orion', ...filters }, user.token);
const nextId = async (user: TestUser, filters: object = {}) =>
  nextClaimSchema.parse(await (await next(user, filters)).json()).task?.turing_task_id ?? null;
async function queue(user: TestUser, query: Record<string, string> = {}) {
  const answer = await get(
    at(`review-queue?${new URLSearchParams({ pod_name: 'Orion', ...query })}`),
    user.token,
  );
  return reviewQueueSchema.parse(await answer.json());
}
async function choices(user: TestUser) {
  const answer = await get(at('review-queue/choices?pod_name=Orion'), user.token);
  return reviewChoicesSchema.parse(await answer.json());
}
const holders = async (user = ron) =>
  (await queue(user)).items.map(
    ({ turing_task_id: id, claim }) => `${id} ${claim?.reviewer.name ?? '-'}`,
  );
const code = async (response: Response) =>
  response.ok ? response.status : (await problemIn(response)).code;
const expire = () => db.query(`UPDATE core.review_claim SET expires_at = now()`);
const review = (id: number) =>
  db.query(
    `INSERT INTO core.task_review (turing_task_id, turing_review_id, status, submitted_at)
     VALUES ($1, 1, 'accepted', now())`,
    [id],
  );

describe('claims of waiting tasks', () => {
  it('WORK-41 a claim holds for 30 minutes, and nobody else gets the task', async () => {
    const claim = reviewClaimSchema.parse(await (await put(rita, 2)).json());
    expect(claim).toMatchObject({ reviewer: { email: rita.email }, is_mine: true, asked_by: null });
    expect(Date.parse(claim.expires_at) - Date.parse(claim.claimed_at)).toBe(30 * 60_000);
    const refused = await problemIn(await put(ron, 2));
    expect(refused).toMatchObject({ code: 'task-claimed', status: 409 });
    expect(refused.detail).toContain(claim.reviewer.name);
    expect(await code(await put(ron, 3))).toBe(200);
  });

  it('WORK-41 an extension moves the end only', async () => {
    const first = reviewClaimSchema.parse(await (await put(rita, 2)).json());
    await db.query(`UPDATE core.review_claim SET expires_at = now() + interval '1 minute'`);
    const second = reviewClaimSchema.parse(await (await put(rita, 2)).json());
    expect(second.claimed_at).toBe(first.claimed_at);
    expect(second.expires_at > first.expires_at).toBe(true);
  });

  it('TASK-118 nobody else sends a claimed task back, but everybody may comment on it', async () => {
    await put(rita, 2);
    const feedback = (user: TestUser, rework: boolean) =>
      post(at('2/feedback'), { words: `Why? ${rework}`, rework }, user.token);
    const refused = await problemIn(await feedback(ron, true));
    expect(refused).toMatchObject({ code: 'task-claimed', status: 409 });
    expect((await feedback(ron, false)).status).toBe(201);
    await giveBack(rita, 2);
    await put(rita, 3);
    const sent = await Promise.all([feedback(ron, true), feedback(rita, true)]);
    expect(sent.map(({ status }) => status)).toEqual([201, 201]);
    await put(rita, 5);
    await db.query(`UPDATE core.task SET status = 'in_progress' WHERE turing_task_id = 5`);
    expect((await post(at('5/feedback'), { words: 'Why?', rework: true }, ron.token)).status).toBe(
      201,
    );
    await put(rita, 4);
    await expire();
    expect((await post(at('4/feedback'), { words: 'Why?', rework: true }, ron.token)).status).toBe(
      201,
    );
  });

  it('WORK-42 an expired claim is free at once, for a claim, for next and in the queue', async () => {
    await put(rita, 1);
    expect((await holders())[0]).toMatch(/^1 [^-]/);
    await expire();
    expect((await holders())[0]).toBe('1 -');
    expect(await code(await put(ron, 1))).toBe(200);
    await expire();
    expect(await nextId(rita)).toBe(1);
  });

  it.each([
    ['lost the right', 'DELETE FROM core.user_role WHERE user_id = $1'],
    ['was deactivated', 'UPDATE core.app_user SET is_active = false WHERE id = $1'],
    [
      'became the user of the task',
      `UPDATE core.task SET user_email = (SELECT email FROM core.app_user WHERE id = $1)
       WHERE turing_task_id = 1`,
    ],
  ])('WORK-42 the claim of a reviewer who %s is free at once', async (what, change) => {
    const leaver = await createUser(db, `${what.replaceAll(' ', '-')}@example.com`);
    await assignRole(db, leaver, alpha, 'reviewer');
    expect(await code(await put(leaver, 1))).toBe(200);
    expect(await code(await put(ron, 1))).toBe('task-claimed');
    await db.query(change, [leaver.id]);
    const found = taskDetailSchema.parse(await (await get(at('1'), ron.token)).json());
    expect(found).toMatchObject({ claim: null, may_claim: true });
    expect(await code(await put(ron, 1))).toBe(200);
  });

  it('WORK-42 a review or another status ends a claim, and it no longer counts', async () => {
    for (const id of [1, 2, 3]) await put(rita, id);
    expect(await code(await put(rita, 4))).toBe('claim-limit');
    await review(1);
    expect(await code(await put(rita, 4))).toBe(200);
    await db.query(`UPDATE core.task SET status = 'rework' WHERE turing_task_id = 2`);
    expect(await code(await put(rita, 5))).toBe(200);
    expect(await code(await put(rita, 2))).toBe('task-not-waiting');
  });

  it('WORK-43 nobody claims a task of their own, and only who reviews claims any', async () => {
    expect(await code(await put(rita, 6))).toBe('forbidden');
    expect(await code(await put(ron, 6))).toBe(200);
    expect(await code(await put(ron, 7))).toBe('task-not-waiting');
    expect(await code(await put(trainer, 1))).toBe('forbidden');
    expect(await code(await put(viewer, 1))).toBe('not-found');
    expect(await code(await put(rita, 99))).toBe('not-found');
    expect(await code(await next(trainer))).toBe('forbidden');
    expect(await code(await next(viewer))).toBe('not-found');
  });

  it('WORK-43 nothing is claimed in an archived project', async () => {
    await db.query('UPDATE core.project SET archived_at = now() WHERE id = $1', [alpha]);
    expect(await code(await put(rita, 1))).toBe('project-archived');
    expect(await code(await next(rita))).toBe('project-archived');
  });

  it('WORK-44 a reviewer has as many claims as the project allows, also of 20 at once', async () => {
    const three = await Promise.all(
      Array.from({ length: 20 }, (_, turn) => (turn % 2 ? next(rita) : put(rita, 1 + (turn % 5)))),
    );
    const taken = await db.query('SELECT FROM core.review_claim WHERE user_id = $1', [rita.id]);
    expect(taken).toHaveLength(3);
    const refused = await Promise.all(three.filter(({ ok }) => !ok).map((answer) => code(answer)));
    expect(new Set(refused)).toEqual(new Set(['claim-limit']));
    await db.query('UPDATE core.project SET claims_per_reviewer = 4 WHERE id = $1', [alpha]);
    expect(await code(await next(rita))).toBe(200);
    expect(await code(await next(rita))).toBe('claim-limit');
    expect(await code(await next(ron))).toBe(200);
  });

  it('WORK-45 next claims the task that waits longest, past what others have', async () => {
    await put(ron, 1);
    expect(await nextId(rita)).toBe(2);
    expect(await nextId(rita)).toBe(3);
    expect((await queue(rita)).items.map(({ turing_task_id: id }) => id)).toEqual([
      2, 3, 1, 4, 5, 6,
    ]);
  });

  it('WORK-14 WORK-45 what was sent back and done again goes before what is older', async () => {
    await db.query(
      `INSERT INTO core.task_feedback (turing_task_id, author_email, words, is_rework, withdrawn_at)
       VALUES (4, $1, 'Again', true, NULL), (5, $1, 'Oops', true, now()), (3, $1, 'Fine', false, NULL)`,
      [ron.email],
    );
    expect((await queue(ron)).items.map((task) => task.turing_task_id)).toEqual([4, 1, 2, 3, 5, 6]);
    expect([await nextId(rita), await nextId(rita)]).toEqual([4, 1]);
  });

  it('WORK-85 an appeal goes before all others, until the task is sent back again', async () => {
    const sendBack = (appeal: string | null) =>
      db.query(
        `INSERT INTO core.task_feedback (turing_task_id, author_email, words, is_rework, appeal)
         VALUES (5, $1, 'Again', true, $2)`,
        [ron.email, appeal],
      );
    await db.query(
      `INSERT INTO core.task_feedback (turing_task_id, author_email, words, is_rework)
       VALUES (4, $1, 'Again', true)`,
      [ron.email],
    );
    await sendBack('Look again');
    const shown = async () =>
      (await queue(ron)).items.map((task) => [task.turing_task_id, task.is_appealed]);
    const others = [1, 2, 3, 6].map((id) => [id, false]);
    expect(await shown()).toEqual([[5, true], [4, false], ...others]);
    const first = nextClaimSchema.parse(await (await next(rita)).json());
    expect(first.task).toMatchObject({ turing_task_id: 5, is_appealed: true });
    await giveBack(rita, 5);
    await sendBack(null);
    expect(await shown()).toEqual([[4, false], [5, false], ...others]);
  });

  it('WORK-45 next and the queue take filters', async () => {
    expect(await nextId(rita, { turing_batch_id: 2 })).toBe(1);
    expect(await nextId(rita, { target_model: 'model 4' })).toBe(4);
    expect(await nextId(rita, { target_model: 'model 4' })).toBe(null);
    expect(await nextId(rita, { user_email: rita.email })).toBe(null);
    expect(await nextId(ron, { user_email: rita.email })).toBe(6);
    expect(await nextId(ron, { waiting_days: 3650 })).toBe(null);
    expect(await queue(ron, { turing_batch_id: '2' })).toMatchObject({ total: 3 });
    expect(await queue(ron, { waiting_days: '3650' })).toMatchObject({ total: 0 });
    expect(await queue(ron, { user_email: rita.email, target_model: 'model 6' })).toMatchObject({
      total: 1,
      items: [{ turing_task_id: 6 }],
    });
    expect(await queue(ron, { search: 'MODEL 6' })).toMatchObject({ total: 1 });
    expect(await queue(ron, { search: '3' })).toMatchObject({ items: [{ turing_task_id: 3 }] });
    expect(await queue(ron, { search: ' RITA@' })).toMatchObject({ total: 1 });
    expect(await queue(ron, { search: 'nobody' })).toMatchObject({ total: 0 });
    expect(await nextId(ron, { search: 'model 2' })).toBe(2);
    expect(await nextId(ron, { search: '2' })).toBe(3);
    const wrong = await problemIn(await next(rita, { turing_batch_id: 'one' }));
    expect(wrong.errors?.map(({ pointer }) => pointer)).toEqual(['/turing_batch_id']);
  });

  it('WORK-14 WORK-45 next and the queue take a reason, and the queue names what can be chosen', async () => {
    await db.query(
      `INSERT INTO core.task_feedback
         (turing_task_id, author_email, words, is_rework, reasons, withdrawn_at)
       VALUES (4, $1, 'Again', true, '{Too short,Off topic}', NULL),
         (4, $1, 'Once more', true, '{Too short}', NULL),
         (5, $1, 'Again', true, '{Too short}', NULL), (3, $1, 'Oops', true, '{Off topic}', now())`,
      [ron.email],
    );
    await put(ron, 5);
    const chosen = await queue(rita, { reason: 'Too short', turing_batch_id: '1' });
    expect(chosen.items.map((task) => task.turing_task_id)).toEqual([4]);
    expect(await choices(rita)).toMatchObject({
      batches: [
        { turing_batch_id: 1, name: 'One', tasks: 3 },
        { turing_batch_id: 2, name: 'Two', tasks: 3 },
      ],
      models: [1, 2, 3, 4, 5, 6].map((id) => ({ target_model: `model ${id}`, tasks: 1 })),
      reasons: [
        { reason: 'Too short', tasks: 2 },
        { reason: 'Off topic', tasks: 1 },
      ],
    });
    expect(await nextId(rita, { reason: 'Too short' })).toBe(4);
    expect(await nextId(rita, { reason: 'Too short' })).toBe(null);
    expect(await nextId(rita, { reason: 'Nothing like it' })).toBe(null);
  });

  it('WORK-46 a reviewer gives a task back, and nobody that of another', async () => {
    await put(rita, 1);
    expect((await giveBack(ron, 1)).status).toBe(204);
    expect(await code(await put(ron, 1))).toBe('task-claimed');
    expect((await giveBack(rita, 1)).status).toBe(204);
    expect((await giveBack(rita, 1)).status).toBe(204);
    expect(await code(await put(ron, 1))).toBe(200);
  });

  it('WORK-46 signing out gives everything back', async () => {
    const { access_token: token, refresh_token } = await signIn(server.baseUrl, ron.email);
    expect((await send('PUT', at('1/claim'), token)).status).toBe(200);
    await put(rita, 2);
    await post(`${server.baseUrl}/api/v1/auth/logout`, { refresh_token }, token);
    const held = await db.query('SELECT turing_task_id AS id FROM core.review_claim');
    expect(held).toEqual([{ id: 2 }]);
  });

  it('WORK-47 a reviewer sees who asks for the task', async () => {
    await put(rita, 1);
    expect(await code(await ask(rita, 1))).toBe('conflict');
    expect((await ask(ron, 1)).status).toBe(204);
    const { claim } = taskDetailSchema.parse(await (await get(at('1'), rita.token)).json());
    expect(claim).toMatchObject({ is_mine: true, asked_by: 'Ron', is_asked_by_me: false });
    const seen = taskDetailSchema.parse(await (await get(at('1'), ron.token)).json());
    expect(seen.claim).toMatchObject({ is_mine: false, asked_by: 'Ron', is_asked_by_me: true });
    await expire();
    expect(await code(await ask(ron, 1))).toBe('conflict');
    await put(ron, 1);
    const { items } = await queue(ron);
    expect(items[0]?.claim).toMatchObject({ is_mine: true, asked_by: null });
  });

  it('WORK-48 a task shows its claim to all who see it, and who asks for it to reviewers', async () => {
    await put(rita, 1);
    await ask(ron, 1);
    const seen = async (user: TestUser) =>
      taskDetailSchema.parse(await (await get(at('1'), user.token)).json());
    expect(await seen(ron)).toMatchObject({ claim: { is_asked_by_me: true }, may_claim: true });
    expect(await seen(trainer)).toMatchObject({
      claim: { reviewer: { email: rita.email }, is_mine: false, asked_by: null },
      may_claim: false,
    });
    const own = taskDetailSchema.parse(await (await get(at('6'), rita.token)).json());
    expect(own).toMatchObject({ claim: null, may_claim: false });
  });
});

describe('how the portal is used', () => {
  it('SYS-293 claims, reviews, opened feedback and opened numbers are counted by role, not by person', async () => {
    await db.query('DELETE FROM core.use_count');
    await db.query(
      `INSERT INTO core.use_count VALUES (date_trunc('week', now() AT TIME ZONE core.reporting_zone())::date - 7 * 13, 'claim', 'lead', 5),
         (date_trunc('week', now() AT TIME ZONE core.reporting_zone())::date - 7, 'claim', 'lead', 3)`,
    );
    expect((await put(rita, 1)).status).toBe(200);
    // An extended claim is none.
    expect((await put(rita, 1)).status).toBe(200);
    expect(await nextId(ron)).toBe(2);
    const feedback = { words: 'Once.', rework: true };
    for (const _ of [1, 2]) await post(at('1/feedback'), feedback, rita.token);
    for (const _ of [1, 2]) await post(at('1/feedback/read'), {}, trainer.token);
    const number = `by-number?number=tasks&project_id=${alpha}`;
    expect((await get(at(number), ron.token)).status).toBe(200);
    // The open dialog follows changes, and turns its pages.
    for (const more of ['', '&page=2', '&search=1']) {
      expect((await get(at(number + more), ron.token)).status).toBe(200);
    }
    const uses = async () =>
      (await readUses(db)).map(({ feature, role, weeks, ...use }) => [
        ...[feature, role],
        ...Object.values(use),
        ...weeks.slice(-2),
      ]);
    await expect.poll(uses).toEqual([
      ['claim', 'lead', 0, 3, 3, 3, 0],
      ['claim', 'reviewer', 2, 0, 2, 0, 2],
      ['feedback_opened', 'trainer', 1, 0, 1, 0, 1],
      ['number_opened', 'reviewer', 1, 0, 1, 0, 1],
      ['review', 'reviewer', 1, 0, 1, 0, 1],
    ]);
  });
});
