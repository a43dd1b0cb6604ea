import { shownFeedbackSchema } from '@portal/contracts/feedback';
import { taskChangesSchema } from '@portal/contracts/task-changes';
import { verifyAggregates } from '@portal/persistence/aggregates/verify';
import type { TestUser } from '@portal/testing/world';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { get, post, problemIn } from '../../../testing/requests.js';
import { type FeedbackWorld, openFeedbackWorld } from './spec-support/feedback-world.js';

let world: FeedbackWorld;
beforeAll(async () => {
  world = await openFeedbackWorld();
});
afterAll(() => world.server.stop());

describe('appeals', () => {
  const appeal = (id: number, feedback: number, user: TestUser, body: object) =>
    post(world.path(id, `/${feedback}/appeal`), body, user.token);
  const refused = async (answer: Response, status: number) => {
    expect(answer.status).toBe(status);
    return problemIn(answer);
  };

  it('TASK-115 the user of a task asks for another look, and the labeling tool hears of it', async () => {
    const { reviewer, trainer, other, uploader, second } = world.users;
    const why = { words: 'The source is in **line 3**.' };
    const { id } = await world.give(10, reviewer, { words: 'No source.', rework: true });
    const early = await world.revision();
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
    expect((await world.task(10, trainer)).feedback).toMatchObject([
      { may_appeal: true, appeal: null },
    ]);
    expect((await world.task(10, reviewer)).feedback).toMatchObject([{ may_appeal: false }]);
    expect(await world.revision()).toBe(early);

    const answer = await appeal(10, id, trainer, why);
    expect(answer.status).toBe(200);
    const appealed = shownFeedbackSchema.parse(await answer.json());
    expect(appealed).toMatchObject({ ...{ appeal: why.words, may_appeal: false }, id });
    expect(appealed.appealed_at).not.toBeNull();
    expect(await world.task(10, second)).toMatchObject({
      ...{ status: 'ready_for_review', feedback: [{ appeal: why.words }], may_claim: true },
    });
    expect(await world.audited(id)).toMatchObject([
      { action: 'create' },
      { actor_email: trainer.email },
    ]);
    expect(await world.revision()).toBeGreaterThan(early);
    expect(await verifyAggregates(world.server.db)).toEqual([]);
    const feed = async () => {
      const url = `${world.server.baseUrl}/api/v1/tasks/changes?project_id=${world.alpha}&limit=1000`;
      const { items } = taskChangesSchema.parse(await (await get(url, uploader.token)).json());
      return items.findLast(({ turing_task_id: one }) => one === 10)?.task?.feedback;
    };
    await expect.poll(feed).toMatchObject([{ id, appeal: why.words }]);
  });

  it('TASK-115 the same appeal again is the same one; another, or one that is late, is refused', async () => {
    const { reviewer, trainer } = world.users;
    const first = await world.give(11, reviewer, { words: 'Again.', rework: true });
    const note = await world.give(11, reviewer, { words: 'By the way.' });
    const detail = /sent the task back last, while it is in rework and has no review/;
    const late = async (id: number, taskId = 11) =>
      expect(
        (await refused(await appeal(taskId, id, trainer, { words: 'No.' }), 409)).detail,
      ).toMatch(detail);
    await late(note.id);
    const sendIt = () => appeal(11, first.id, trainer, { words: 'Look again.' });
    const both = await Promise.all([sendIt(), sendIt()]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(await world.audited(first.id)).toHaveLength(2);
    const other = await appeal(11, first.id, trainer, { words: 'Once more.' });
    expect((await refused(other, 409)).detail).toBe(
      'There is an appeal against this feedback already',
    );
    const second = await world.give(11, reviewer, { words: 'Still no.', rework: true });
    await late((await world.give(12, reviewer, { words: 'Reviewed there.', rework: true })).id, 12);
    expect((await world.task(11, trainer)).feedback.map(({ may_appeal: may }) => may)).toEqual([
      true,
      false,
      false,
    ]);
    expect((await appeal(11, second.id, trainer, { words: 'Please.' })).status).toBe(200);
  });

  it('TASK-115 is refused in an archived project', async () => {
    const { reviewer, trainer } = world.users;
    const { id } = await world.give(11, reviewer, { words: 'Not yet.', rework: true });
    await world.whileArchived(async () => {
      const answer = await appeal(11, id, trainer, { words: 'Why?' });
      expect((await problemIn(answer)).code).toBe('project-archived');
    });
    expect((await appeal(11, id, trainer, { words: 'Why?' })).status).toBe(200);
  });
});
