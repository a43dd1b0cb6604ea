import { verifyAggregates } from '@portal/persistence/aggregates/verify';
import { taskChangesSchema } from '@portal/contracts/task-changes';
import { type TaskDetail, taskDetailSchema } from '@portal/contracts/task-detail';
import { AUDIT_GROUP_HEADER } from '@portal/contracts/lists';
import { shownFeedbackSchema } from '@portal/contracts/feedback';
import { userTaskListSchema } from '@portal/contracts/task-stats';
import { buildWorld, type TestUser } from '@portal/testing/world';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ListClient } from '../../../testing/list-client.js';
import { get, post, problemIn, send } from '../../../testing/requests.js';
import { sharedServer } from '../../../testing/shared-server.js';
import type { TestServer } from '../../../testing/test-server.js';

let server: TestServer;
let alpha: number;
let users: Readonly<
  Record<'trainer' | 'other' | 'reviewer' | 'second' | 'uploader' | 'foreigner', TestUser>
>;

beforeAll(async () => {
  server = await sharedServer();
  const world = await buildWorld(server.db, {
    projects: { Alpha: { batches: { 1: 'One' } }, Beta: {} },
    roles: { reviewing: ['trainer-feedback-add'] },
    users: {
      trainer: {},
      other: {},
      reviewer: { roles: { Alpha: 'reviewing' } },
      second: { roles: { Alpha: 'reviewing' } },
      uploader: { roles: { Alpha: 'admin' } },
      foreigner: { roles: { Beta: 'reviewing' } },
    },
    pods: { Orion: { project: 'Alpha', members: { trainer: 'trainer', other: 'trainer' } } },
    tasks: [
      ...Array.from({ length: 12 }, (_, at) => ({
        ...({ project: 'Alpha', turing_batch_id: 1, user: 'trainer' } as const),
        ...{ turing_task_id: at + 1, status: 'completed', completed_at: '2026-01-05T10:00:00Z' },
        reviews:
          at > 0 && at < 11
            ? []
            : [
                {
                  ...{ turing_review_id: 1, status: 'rejected', score: 2 },
                  ...{ feedback: 'Old.', submitted_at: '2026-01-06T10:00:00Z' },
                },
              ],
      })),
      { project: 'Alpha', turing_task_id: 20, user: 'reviewer', status: 'completed' },
    ],
  });
  ({ users } = world);
  alpha = world.projects.Alpha;
});
afterAll(() => server.stop());

const path = (task: number, rest = '') => `${server.baseUrl}/api/v1/tasks/${task}/feedback${rest}`;
const write = (task: number, user: TestUser, body: object) => post(path(task), body, user.token);
const give = async (task: number, user: TestUser, body: object) => {
  const answer = await write(task, user, body);
  expect(answer.status).toBe(201);
  return shownFeedbackSchema.parse(await answer.json());
};
const task = async (id: number, user: TestUser): Promise<TaskDetail> =>
  taskDetailSchema.parse(
    await (await get(`${server.baseUrl}/api/v1/tasks/${id}`, user.token)).json(),
  );
const lastReview = async (id: number) => {
  const url = `${server.baseUrl}/api/v1/tasks/by-user/${users.trainer.email}?size=100`;
  const { items } = userTaskListSchema.parse(await (await get(url, users.trainer.token)).json());
  return items.find(({ turing_task_id: one }) => one === id)?.last_review;
};
const revision = async () => {
  const [row] = await server.db.query<{ revision: number }>(
    'SELECT revision FROM agg.project_revision WHERE project_id = $1',
    [alpha],
  );
  return Number(row?.revision);
};
const audited = (id: number) =>
  server.db.query<{ action: string; project_id: number; actor_email: string }>(
    `SELECT action, project_id, actor_email FROM core.audit
     WHERE entity = 'task_feedback' AND entity_id = $1 ORDER BY id`,
    [String(id)],
  );

describe('feedback', () => {
  it('TASK-92 is written by who gives feedback in the project, and shown with the task', async () => {
    const { reviewer, trainer } = users;
    const before = await revision();
    const given = await give(1, reviewer, { words: ' **Say** why.\n' });
    expect(given).toMatchObject({
      ...{
        author_email: reviewer.email,
        author_name: expect.any(String) as string,
        words: '**Say** why.',
      },
      ...{ is_rework: false, reasons: [], edited_at: null, is_unread: true, may_change: true },
    });
    expect(await revision()).toBeGreaterThan(before);
    const shown = await task(1, trainer);
    expect(shown).toMatchObject({ status: 'completed', may_give_feedback: false });
    expect(shown.feedback).toEqual([{ ...given, may_change: false }]);
    expect(await task(1, reviewer)).toMatchObject({
      may_give_feedback: true,
      feedback: [{ may_change: true }],
    });
  });

  it('TASK-93 sends a task back in the same transaction, and every number follows', async () => {
    const { reviewer, uploader } = users;
    await give(2, reviewer, { words: 'Again.', rework: true });
    const sent = await task(2, reviewer);
    expect(sent).toMatchObject({ status: 'rework', feedback: [{ is_rework: true }] });
    expect(await verifyAggregates(server.db)).toEqual([]);
    const history = await new ListClient(server, 'tasks/tasks-crud', uploader).get('2/history');
    expect(await history.json()).toMatchObject({
      items: [
        { fields: [{ field: 'feedback', before: null, after: 'Again.' }] },
        {
          user_email: reviewer.email,
          fields: [{ field: 'status', after: 'rework' }, { field: 'updated_at' }],
        },
      ],
    });
    // What is in rework already stays so.
    await give(2, reviewer, { words: 'And this.', rework: true });
    expect((await task(2, reviewer)).feedback).toHaveLength(2);
  });

  it('TASK-102 is one if its author sends the same again within seconds', async () => {
    const { reviewer, second } = users;
    const same = { words: 'Twice?', rework: true };
    const [first, again] = await Promise.all([give(3, reviewer, same), give(3, reviewer, same)]);
    expect(again).toEqual(first);
    expect((await task(3, reviewer)).feedback).toHaveLength(1);
    await give(3, second, same);
    await give(3, reviewer, { words: 'Twice?' });
    expect((await task(3, reviewer)).feedback).toHaveLength(3);
    await server.db.query(
      `UPDATE core.task_feedback SET created_at = created_at - interval '11 seconds' WHERE turing_task_id = 3`,
    );
    expect(await give(3, reviewer, same)).not.toMatchObject({ id: first.id });
  });

  it('TASK-94 is refused to others, on an own task, and without words', async () => {
    const { trainer, other, foreigner, reviewer, uploader } = users;
    const words = { words: 'No.' };
    for (const user of [other, foreigner]) expect((await write(3, user, words)).status).toBe(404);
    expect((await write(99, reviewer, words)).status).toBe(404);
    expect((await write(3, trainer, words)).status).toBe(403);
    const own = await write(20, reviewer, words);
    expect(own.status).toBe(403);
    expect(await problemIn(own)).toMatchObject({
      detail: 'Nobody gives feedback on a task of their own',
    });
    for (const wrong of ['', ' \n', 'x'.repeat(4001), 7]) {
      const answer = await write(3, reviewer, { words: wrong });
      expect(answer.status).toBe(400);
      expect(await problemIn(answer)).toMatchObject({ errors: [{ pointer: '/words' }] });
    }
    await give(3, reviewer, { words: 'x'.repeat(4000) });
    await give(20, uploader, words);
  });

  it('TASK-95 is changed and withdrawn by its author for 24 hours, and the audit keeps it', async () => {
    const { reviewer, second, trainer } = users;
    const { id } = await give(4, reviewer, { words: 'First.' });
    const edit = (user: TestUser) =>
      send('PATCH', path(4, `/${id}`), user.token, { words: 'Two.' });
    expect((await edit(second)).status).toBe(403);
    expect((await edit(trainer)).status).toBe(403);
    expect((await send('PATCH', path(5, `/${id}`), reviewer.token, { words: 'x' })).status).toBe(
      404,
    );
    expect(shownFeedbackSchema.parse(await (await edit(reviewer)).json())).toMatchObject({
      words: 'Two.',
      edited_at: expect.any(String) as string,
    });
    const age = (hours: number) =>
      server.db.query(
        `UPDATE core.task_feedback SET created_at = now() - $2 * interval '1 hour' WHERE id = $1`,
        [id, hours],
      );
    await age(24);
    const late = await send('DELETE', path(4, `/${id}`), reviewer.token);
    expect(late.status).toBe(409);
    expect(await problemIn(late)).toMatchObject({
      detail: 'Feedback can be changed and withdrawn for 24 hours',
    });
    expect((await task(4, reviewer)).feedback).toMatchObject([{ may_change: false }]);
    await age(23);
    expect((await send('DELETE', path(4, `/${id}`), second.token)).status).toBe(403);
    expect((await send('DELETE', path(4, `/${id}`), reviewer.token)).status).toBe(204);
    expect((await task(4, trainer)).feedback).toEqual([]);
    expect(await lastReview(4)).toBeNull();
    expect((await edit(reviewer)).status).toBe(404);
    expect(await audited(id)).toEqual(
      ['create', 'update', 'update'].map((action) => ({
        ...{ action, project_id: alpha, actor_email: reviewer.email },
      })),
    );
  });

  it('TASK-96 is unread until the user of the task has opened it', async () => {
    const { reviewer, trainer } = users;
    await give(5, reviewer, { words: 'Read me.' });
    const before = await revision();
    expect((await post(path(5, '/read'), {}, reviewer.token)).status).toBe(403);
    expect(await lastReview(5)).toMatchObject({ is_unread: true });
    expect((await post(path(5, '/read'), {}, trainer.token)).status).toBe(204);
    expect(await lastReview(5)).toMatchObject({ is_unread: false });
    expect((await task(5, trainer)).feedback).toMatchObject([{ is_unread: false }]);
    expect(await revision()).toBe(before);
    await give(5, reviewer, { words: 'And me.' });
    expect((await task(5, trainer)).feedback.map(({ is_unread: is }) => is)).toEqual([true, false]);
  });

  it('TASK-117 a review of a task in rework is unread until the user of the task has opened it', async () => {
    const { reviewer, trainer } = users;
    const { db } = server;
    const review = (id: number) =>
      db.query(
        `INSERT INTO core.task_review (turing_task_id, turing_review_id, status, submitted_at)
         VALUES (5, $1::bigint, 'rejected', now() + $1::bigint * interval '1 hour')`,
        [id],
      );
    const set = (status: string) =>
      db.query('UPDATE core.task SET status = $1 WHERE turing_task_id = 5', [status]);
    await set('rework');
    await review(1);
    expect(await lastReview(5)).toMatchObject({ turing_review_id: 1, is_unread: true });
    expect((await post(path(5, '/read'), {}, reviewer.token)).status).toBe(403);
    expect(await lastReview(5)).toMatchObject({ is_unread: true });
    expect((await post(path(5, '/read'), {}, trainer.token)).status).toBe(204);
    expect(await lastReview(5)).toMatchObject({ is_unread: false });
    await review(2);
    const unread = async () => (await task(5, trainer)).reviews.map(({ is_unread: is }) => is);
    expect(await unread()).toEqual([true, false]);
    await set('completed');
    expect(await unread()).toEqual([false, false]);
    await db.query('DELETE FROM core.task_review WHERE turing_task_id = 5');
  });

  it('TASK-97 is in the feed of changes with its task', async () => {
    const { reviewer, uploader } = users;
    const read = async () => {
      const url = `${server.baseUrl}/api/v1/tasks/changes?project_id=${alpha}&limit=1000`;
      return taskChangesSchema.parse(await (await get(url, uploader.token)).json());
    };
    const { id } = await give(6, reviewer, { words: 'For the tool.', rework: true });
    const changeOfTask = async () =>
      (await read()).items.findLast(({ turing_task_id: task }) => task === 6);
    // A change waits for the transactions that began before it, also those of other tests.
    await expect.poll(changeOfTask).toMatchObject({
      task: { status: 'rework', feedback: [{ id, words: 'For the tool.', is_rework: true }] },
    });
  });

  it('TASK-98 goes with its task: a deletion takes it, an undo brings both back', async () => {
    const { reviewer, uploader } = users;
    const given = await give(7, reviewer, { words: 'Keep me.' });
    const removal = await new ListClient(server, 'tasks/tasks-crud', uploader).delete(7);
    const group = removal.headers.get(AUDIT_GROUP_HEADER);
    expect((await audited(given.id)).at(-1)).toMatchObject({ action: 'delete', project_id: alpha });
    const undo = await post(`${server.baseUrl}/api/v1/audit/${group}/undo`, {}, uploader.token);
    expect(undo.status).toBe(200);
    expect((await task(7, uploader)).feedback).toMatchObject([{ id: given.id }]);
  });

  it('TASK-99 is refused in an archived project', async () => {
    const { reviewer } = users;
    const { id } = await give(8, reviewer, { words: 'Before.' });
    const archive = (at: string) =>
      server.db.query(`UPDATE core.project SET archived_at = ${at} WHERE id = $1`, [alpha]);
    await archive('now()');
    try {
      for (const answer of [
        await write(8, reviewer, { words: 'After.' }),
        await send('PATCH', path(8, `/${id}`), reviewer.token, { words: 'After.' }),
      ]) {
        expect((await problemIn(answer)).code).toBe('project-archived');
      }
    } finally {
      await archive('NULL');
    }
    expect((await send('DELETE', path(8, `/${id}`), reviewer.token)).status).toBe(204);
  });
});

describe('appeals', () => {
  const appeal = (id: number, feedback: number, user: TestUser, body: object) =>
    post(path(id, `/${feedback}/appeal`), body, user.token);
  const refused = async (answer: Response, status: number) => {
    expect(answer.status).toBe(status);
    return problemIn(answer);
  };

  it('TASK-115 the user of a task asks for another look, and the labeling tool hears of it', async () => {
    const { reviewer, trainer, other, uploader, second } = users;
    const why = { words: 'The source is in **line 3**.' };
    const { id } = await give(10, reviewer, { words: 'No source.', rework: true });
    const early = await revision();
    for (const [user, status] of [
      [other, 404],
      [reviewer, 403],
      [uploader, 403],
    ] as const) {
      await refused(await appeal(10, id, user, why), status);
    }
    for (const words of ['', ' \n', 'x'.repeat(4001), null]) {
      const wrong = await refused(await appeal(10, id, trainer, { words }), 400);
      expect(wrong).toMatchObject({ errors: [{ pointer: '/words' }] });
    }
    await refused(await appeal(10, id + 1000, trainer, why), 404);
    expect((await task(10, trainer)).feedback).toMatchObject([{ may_appeal: true, appeal: null }]);
    expect((await task(10, reviewer)).feedback).toMatchObject([{ may_appeal: false }]);
    expect(await revision()).toBe(early);

    const answer = await appeal(10, id, trainer, why);
    expect(answer.status).toBe(200);
    const appealed = shownFeedbackSchema.parse(await answer.json());
    expect(appealed).toMatchObject({ ...{ appeal: why.words, may_appeal: false }, id });
    expect(appealed.appealed_at).not.toBeNull();
    expect(await task(10, second)).toMatchObject({
      ...{ status: 'ready_for_review', feedback: [{ appeal: why.words }], may_claim: true },
    });
    expect(await audited(id)).toMatchObject([{ action: 'create' }, { actor_email: trainer.email }]);
    expect(await revision()).toBeGreaterThan(early);
    expect(await verifyAggregates(server.db)).toEqual([]);
    const feed = async () => {
      const url = `${server.baseUrl}/api/v1/tasks/changes?project_id=${alpha}&limit=1000`;
      const { items } = taskChangesSchema.parse(await (await get(url, uploader.token)).json());
      return items.findLast(({ turing_task_id: one }) => one === 10)?.task?.feedback;
    };
    await expect.poll(feed).toMatchObject([{ id, appeal: why.words }]);
  });

  it('TASK-115 the same appeal again is the same one; another, or one that is late, is refused', async () => {
    const { reviewer, trainer } = users;
    const first = await give(11, reviewer, { words: 'Again.', rework: true });
    const note = await give(11, reviewer, { words: 'By the way.' });
    const detail = /sent the task back last, while it is in rework and has no review/;
    const late = async (id: number, taskId = 11) =>
      expect(
        (await refused(await appeal(taskId, id, trainer, { words: 'No.' }), 409)).detail,
      ).toMatch(detail);
    await late(note.id);
    const sendIt = () => appeal(11, first.id, trainer, { words: 'Look again.' });
    const both = await Promise.all([sendIt(), sendIt()]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(await audited(first.id)).toHaveLength(2);
    const other = await appeal(11, first.id, trainer, { words: 'Once more.' });
    expect((await refused(other, 409)).detail).toBe(
      'There is an appeal against this feedback already',
    );
    const second = await give(11, reviewer, { words: 'Still no.', rework: true });
    await late((await give(12, reviewer, { words: 'Reviewed there.', rework: true })).id, 12);
    expect((await task(11, trainer)).feedback.map(({ may_appeal: may }) => may)).toEqual([
      true,
      false,
      false,
    ]);
    expect((await appeal(11, second.id, trainer, { words: 'Please.' })).status).toBe(200);
  });

  it('TASK-115 is refused in an archived project', async () => {
    const { reviewer, trainer } = users;
    const { id } = await give(11, reviewer, { words: 'Not yet.', rework: true });
    const archive = (at: string) =>
      server.db.query(`UPDATE core.project SET archived_at = ${at} WHERE id = $1`, [alpha]);
    await archive('now()');
    try {
      const answer = await appeal(11, id, trainer, { words: 'Why?' });
      expect((await problemIn(answer)).code).toBe('project-archived');
    } finally {
      await archive('NULL');
    }
    expect((await appeal(11, id, trainer, { words: 'Why?' })).status).toBe(200);
  });
});

describe('reasons', () => {
  it('ADM-145, TASK-100 are of the project, active, and of rework alone', async () => {
    const { reviewer, trainer, uploader } = users;
    const list = new ListClient(server, 'review-reasons', uploader);
    const of = (name: string, position: number, more: object = {}) =>
      list.created({ project_id: alpha, name, position, ...more });
    const wrong = await of('Wrong facts', 2, { meaning: 'It is not so' });
    await of('No source', 1);
    const old = await of('Old', 0, { is_archived: true });
    expect((await list.create({ project_id: alpha, name: 'no SOURCE' })).status).toBe(409);
    expect((await task(9, reviewer)).review_reasons).toEqual([
      { name: 'No source', meaning: '' },
      { name: 'Wrong facts', meaning: 'It is not so' },
    ]);
    expect((await task(9, trainer)).review_reasons).toEqual([]);
    for (const [body, detail] of [
      [{ rework: true, reasons: ['Old'] }, /^must be active reasons/],
      [{ rework: true, reasons: ['Other'] }, /not Other$/],
      [{ reasons: ['No source'] }, /send the task back/],
    ] as const) {
      const answer = await write(9, reviewer, { words: 'No.', ...body });
      expect(answer.status).toBe(400);
      expect(await problemIn(answer)).toMatchObject({
        errors: [{ pointer: '/reasons', detail: expect.stringMatching(detail) as string }],
      });
    }
    expect((await task(9, reviewer)).status).toBe('completed');
    const reasons = ['Wrong facts', 'No source'];
    const given = await give(9, reviewer, {
      ...{ words: 'Both.', rework: true, reasons: [...reasons, 'No source'] },
    });
    expect(given.reasons).toEqual(reasons);
    expect(await lastReview(9)).toMatchObject({ reasons });
    // What was said stays when the list changes.
    expect((await list.delete(old['id'])).status).toBe(204);
    expect((await list.delete(wrong['id'])).status).toBe(409);
    expect((await list.update(wrong['id'], { is_archived: true })).status).toBe(200);
    expect((await task(9, trainer)).feedback[0]?.reasons).toEqual(reasons);
  });

  it('TASK-119 are changed with the words, and the round has them as they are now', async () => {
    const { reviewer, trainer, uploader } = users;
    const list = new ListClient(server, 'review-reasons', uploader);
    await list.created({ project_id: alpha, name: 'Too short', position: 3 });
    const patch = (id: number, body: object) =>
      send('PATCH', path(10, `/${id}`), reviewer.token, { words: 'No.', ...body });
    const note = await give(10, reviewer, { words: 'A note.' });
    for (const [id, reasons] of [
      [note.id, ['Too short']],
      [(await give(10, reviewer, { words: 'No.', rework: true })).id, ['Other']],
    ] as const) {
      expect(await problemIn(await patch(id, { reasons }))).toMatchObject({
        ...{ status: 400, errors: [{ pointer: '/reasons' }] },
      });
    }
    const [sent] = (await task(10, reviewer)).feedback;
    const id = sent?.id ?? 0;
    expect((await patch(id, { reasons: ['Too short'] })).status).toBe(200);
    expect((await patch(id, { words: 'No!' })).status).toBe(200);
    expect((await task(10, trainer)).feedback[0]).toMatchObject({
      ...{ words: 'No!', reasons: ['Too short'] },
    });
    const rounds = () =>
      server.db.query(
        'SELECT reasons FROM core.task_round WHERE turing_task_id = 10 ORDER BY n DESC LIMIT 1',
      );
    expect(await rounds()).toEqual([{ reasons: ['Too short'] }]);
    // One that is archived by now may stay, and is taken away.
    await server.db.query(
      `UPDATE core.review_reason SET is_archived = true WHERE name = 'Too short'`,
    );
    expect((await patch(id, { reasons: ['Too short'] })).status).toBe(200);
    expect((await patch(id, { reasons: [] })).status).toBe(200);
    expect(await rounds()).toEqual([{ reasons: [] }]);
  });
});

describe('the last review', () => {
  it('WORK-23 is the newer one of the last review and the last feedback', async () => {
    expect(await lastReview(1)).toMatchObject({
      ...{ turing_review_id: null, feedback_id: expect.any(Number) as number },
      ...{
        reviewer_email: users.reviewer.email,
        status: 'feedback',
        feedback: '**Say** why.',
        is_unread: true,
      },
    });
    expect(await lastReview(2)).toMatchObject({ status: 'rework', feedback: 'And this.' });
    expect(await lastReview(8)).toBeNull();
  });
});
