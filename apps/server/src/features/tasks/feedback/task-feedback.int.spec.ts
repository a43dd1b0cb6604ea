import { shownFeedbackSchema } from '@portal/contracts/feedback';
import { AUDIT_GROUP_HEADER } from '@portal/contracts/lists';
import { taskChangesSchema } from '@portal/contracts/task-changes';
import { verifyAggregates } from '@portal/persistence/aggregates/verify';
import type { TestUser } from '@portal/testing/world';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ListClient } from '../../../testing/list-client.js';
import { get, post, problemIn, send } from '../../../testing/requests.js';
import { type FeedbackWorld, openFeedbackWorld } from './spec-support/feedback-world.js';

let world: FeedbackWorld;
beforeAll(async () => {
  world = await openFeedbackWorld();
});
afterAll(() => world.server.stop());

describe('feedback', () => {
  it('TASK-92 is written by who gives feedback in the project, and shown with the task', async () => {
    const { reviewer, trainer } = world.users;
    const before = await world.revision();
    const given = await world.give(1, reviewer, { words: ' **Say** why.\n' });
    expect(given).toMatchObject({
      ...{
        author_email: reviewer.email,
        author_name: expect.any(String) as string,
        words: '**Say** why.',
      },
      ...{ is_rework: false, reasons: [], edited_at: null, is_unread: true, may_change: true },
    });
    expect(await world.revision()).toBeGreaterThan(before);
    const shown = await world.task(1, trainer);
    expect(shown).toMatchObject({ status: 'completed', may_give_feedback: false });
    expect(shown.feedback).toEqual([{ ...given, may_change: false }]);
    expect(await world.task(1, reviewer)).toMatchObject({
      may_give_feedback: true,
      feedback: [{ may_change: true }],
    });
  });

  it('TASK-93 sends a task back in the same transaction, and every number follows', async () => {
    const { reviewer, uploader } = world.users;
    await world.give(2, reviewer, { words: 'Again.', rework: true });
    const sent = await world.task(2, reviewer);
    expect(sent).toMatchObject({ status: 'rework', feedback: [{ is_rework: true }] });
    expect(await verifyAggregates(world.server.db)).toEqual([]);
    const history = await new ListClient(world.server, 'tasks/tasks-crud', uploader).get(
      '2/history',
    );
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
    await world.give(2, reviewer, { words: 'And this.', rework: true });
    expect((await world.task(2, reviewer)).feedback).toHaveLength(2);
  });

  it('TASK-102 is one if its author sends the same again within seconds', async () => {
    const { reviewer, second } = world.users;
    const same = { words: 'Twice?', rework: true };
    const [first, again] = await Promise.all([
      world.give(9, reviewer, same),
      world.give(9, reviewer, same),
    ]);
    expect(again).toEqual(first);
    expect((await world.task(9, reviewer)).feedback).toHaveLength(1);
    await world.give(9, second, same);
    await world.give(9, reviewer, { words: 'Twice?' });
    expect((await world.task(9, reviewer)).feedback).toHaveLength(3);
    await world.server.db.query(
      `UPDATE core.task_feedback SET created_at = created_at - interval '11 seconds' WHERE turing_task_id = 9`,
    );
    expect(await world.give(9, reviewer, same)).not.toMatchObject({ id: first.id });
  });

  it('TASK-94 is refused to others, on an own task, and without words', async () => {
    const { trainer, other, foreigner, reviewer, uploader } = world.users;
    const words = { words: 'No.' };
    for (const user of [other, foreigner])
      expect((await world.write(3, user, words)).status).toBe(404);
    expect((await world.write(99, reviewer, words)).status).toBe(404);
    expect((await world.write(3, trainer, words)).status).toBe(403);
    const own = await world.write(20, reviewer, words);
    expect(own.status).toBe(403);
    expect(await problemIn(own)).toMatchObject({
      detail: 'Nobody gives feedback on a task of their own',
    });
    for (const wrong of ['', ' \n', 'x'.repeat(4001), 7]) {
      const answer = await world.write(3, reviewer, { words: wrong });
      expect(answer.status).toBe(400);
      expect(await problemIn(answer)).toMatchObject({ errors: [{ pointer: '/words' }] });
    }
    await world.give(3, reviewer, { words: 'x'.repeat(4000) });
    await world.give(20, uploader, words);
  });

  it('TASK-95 is changed and withdrawn by its author for 24 hours, and the audit keeps it', async () => {
    const { reviewer, second, trainer } = world.users;
    const { id } = await world.give(4, reviewer, { words: 'First.' });
    const edit = (user: TestUser) =>
      send('PATCH', world.path(4, `/${id}`), user.token, { words: 'Two.' });
    expect((await edit(second)).status).toBe(403);
    expect((await edit(trainer)).status).toBe(403);
    expect(
      (await send('PATCH', world.path(5, `/${id}`), reviewer.token, { words: 'x' })).status,
    ).toBe(404);
    expect(shownFeedbackSchema.parse(await (await edit(reviewer)).json())).toMatchObject({
      words: 'Two.',
      edited_at: expect.any(String) as string,
    });
    const age = (hours: number) =>
      world.server.db.query(
        `UPDATE core.task_feedback SET created_at = now() - $2 * interval '1 hour' WHERE id = $1`,
        [id, hours],
      );
    await age(24);
    const late = await send('DELETE', world.path(4, `/${id}`), reviewer.token);
    expect(late.status).toBe(409);
    expect(await problemIn(late)).toMatchObject({
      detail: 'Feedback can be changed and withdrawn for 24 hours',
    });
    expect((await world.task(4, reviewer)).feedback).toMatchObject([{ may_change: false }]);
    await age(23);
    expect((await send('DELETE', world.path(4, `/${id}`), second.token)).status).toBe(403);
    expect((await send('DELETE', world.path(4, `/${id}`), reviewer.token)).status).toBe(204);
    expect((await world.task(4, trainer)).feedback).toEqual([]);
    expect(await world.lastReview(4)).toBeNull();
    expect((await edit(reviewer)).status).toBe(404);
    expect(await world.audited(id)).toEqual(
      ['create', 'update', 'update'].map((action) => ({
        ...{ action, project_id: world.alpha, actor_email: reviewer.email },
      })),
    );
  });

  it('TASK-96 is unread until the user of the task has opened it', async () => {
    const { reviewer, trainer } = world.users;
    await world.give(5, reviewer, { words: 'Read me.' });
    const before = await world.revision();
    expect((await post(world.path(5, '/read'), {}, reviewer.token)).status).toBe(403);
    expect(await world.lastReview(5)).toMatchObject({ is_unread: true });
    expect((await post(world.path(5, '/read'), {}, trainer.token)).status).toBe(204);
    expect(await world.lastReview(5)).toMatchObject({ is_unread: false });
    expect((await world.task(5, trainer)).feedback).toMatchObject([{ is_unread: false }]);
    expect(await world.revision()).toBe(before);
    await world.give(5, reviewer, { words: 'And me.' });
    expect((await world.task(5, trainer)).feedback.map(({ is_unread: is }) => is)).toEqual([
      true,
      false,
    ]);
  });

  it('TASK-117 a review of a task in rework is unread until the user of the task has opened it', async () => {
    const { reviewer, trainer } = world.users;
    const { db } = world.server;
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
    expect(await world.lastReview(5)).toMatchObject({ turing_review_id: 1, is_unread: true });
    expect((await post(world.path(5, '/read'), {}, reviewer.token)).status).toBe(403);
    expect(await world.lastReview(5)).toMatchObject({ is_unread: true });
    expect((await post(world.path(5, '/read'), {}, trainer.token)).status).toBe(204);
    expect(await world.lastReview(5)).toMatchObject({ is_unread: false });
    await review(2);
    const unread = async () =>
      (await world.task(5, trainer)).reviews.map(({ is_unread: is }) => is);
    expect(await unread()).toEqual([true, false]);
    await set('completed');
    expect(await unread()).toEqual([false, false]);
    await db.query('DELETE FROM core.task_review WHERE turing_task_id = 5');
  });

  it('TASK-97 is in the feed of changes with its task', async () => {
    const { reviewer, uploader } = world.users;
    const read = async () => {
      const url = `${world.server.baseUrl}/api/v1/tasks/changes?project_id=${world.alpha}&limit=1000`;
      return taskChangesSchema.parse(await (await get(url, uploader.token)).json());
    };
    const { id } = await world.give(6, reviewer, { words: 'For the tool.', rework: true });
    const changeOfTask = async () =>
      (await read()).items.findLast(({ turing_task_id: task }) => task === 6);
    // A change waits for the transactions that began before it, also those of other tests.
    await expect.poll(changeOfTask).toMatchObject({
      task: { status: 'rework', feedback: [{ id, words: 'For the tool.', is_rework: true }] },
    });
  });

  it('TASK-98 goes with its task: a deletion takes it, an undo brings both back', async () => {
    const { reviewer, uploader } = world.users;
    const given = await world.give(7, reviewer, { words: 'Keep me.' });
    const removal = await new ListClient(world.server, 'tasks/tasks-crud', uploader).delete(7);
    const group = removal.headers.get(AUDIT_GROUP_HEADER);
    expect((await world.audited(given.id)).at(-1)).toMatchObject({
      action: 'delete',
      project_id: world.alpha,
    });
    const undo = await post(
      `${world.server.baseUrl}/api/v1/audit/${group}/undo`,
      {},
      uploader.token,
    );
    expect(undo.status).toBe(200);
    expect((await world.task(7, uploader)).feedback).toMatchObject([{ id: given.id }]);
  });

  it('TASK-99 is refused in an archived project', async () => {
    const { reviewer } = world.users;
    const { id } = await world.give(8, reviewer, { words: 'Before.' });
    await world.whileArchived(async () => {
      for (const answer of [
        await world.write(8, reviewer, { words: 'After.' }),
        await send('PATCH', world.path(8, `/${id}`), reviewer.token, { words: 'After.' }),
      ]) {
        expect((await problemIn(answer)).code).toBe('project-archived');
      }
    });
    expect((await send('DELETE', world.path(8, `/${id}`), reviewer.token)).status).toBe(204);
  });
});

describe('the last review', () => {
  it('WORK-23 is the newer one of the last review and the last feedback', async () => {
    const { reviewer } = world.users;
    expect(await world.lastReview(12)).toMatchObject({ turing_review_id: 1, feedback: 'Old.' });
    await world.give(12, reviewer, { words: '**Say** why.' });
    expect(await world.lastReview(12)).toMatchObject({
      ...{ turing_review_id: null, feedback_id: expect.any(Number) as number, status: 'feedback' },
      ...{ reviewer_email: reviewer.email, feedback: '**Say** why.', is_unread: true },
    });
    await world.give(12, reviewer, { words: 'And this.', rework: true });
    expect(await world.lastReview(12)).toMatchObject({ status: 'rework', feedback: 'And this.' });
    expect(await world.lastReview(8)).toBeNull();
  });
});
