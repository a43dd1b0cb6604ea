import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ListClient } from '../../../testing/list-client.js';
import { problemIn, send } from '../../../testing/requests.js';
import { type FeedbackWorld, openFeedbackWorld } from './spec-support/feedback-world.js';

let world: FeedbackWorld;
beforeAll(async () => {
  world = await openFeedbackWorld();
});
afterAll(() => world.server.stop());

describe('reasons', () => {
  it('ADM-145, TASK-100 are of the project, active, and of rework alone', async () => {
    const { reviewer, trainer, uploader } = world.users;
    const list = new ListClient(world.server, 'review-reasons', uploader);
    const of = (name: string, position: number, more: object = {}) =>
      list.created({ project_id: world.alpha, name, position, ...more });
    const wrong = await of('Wrong facts', 2, { meaning: 'It is not so' });
    await of('No source', 1);
    const old = await of('Old', 0, { is_archived: true });
    expect((await list.create({ project_id: world.alpha, name: 'no SOURCE' })).status).toBe(409);
    expect((await world.task(9, reviewer)).review_reasons).toEqual([
      { name: 'No source', meaning: '' },
      { name: 'Wrong facts', meaning: 'It is not so' },
    ]);
    expect((await world.task(9, trainer)).review_reasons).toEqual([]);
    for (const [body, detail] of [
      [{ rework: true, reasons: ['Old'] }, /^must be active reasons/],
      [{ rework: true, reasons: ['Other'] }, /not Other$/],
      [{ reasons: ['No source'] }, /send the task back/],
    ] as const) {
      const answer = await world.write(9, reviewer, { words: 'No.', ...body });
      expect(answer.status).toBe(400);
      expect(await problemIn(answer)).toMatchObject({
        errors: [{ pointer: '/reasons', detail: expect.stringMatching(detail) as string }],
      });
    }
    expect((await world.task(9, reviewer)).status).toBe('completed');
    const reasons = ['Wrong facts', 'No source'];
    const given = await world.give(9, reviewer, {
      ...{ words: 'Both.', rework: true, reasons: [...reasons, 'No source'] },
    });
    expect(given.reasons).toEqual(reasons);
    expect(await world.lastReview(9)).toMatchObject({ reasons });
    // What was said stays when the list changes.
    expect((await list.delete(old['id'])).status).toBe(204);
    expect((await list.delete(wrong['id'])).status).toBe(409);
    expect((await list.update(wrong['id'], { is_archived: true })).status).toBe(200);
    expect((await world.task(9, trainer)).feedback[0]?.reasons).toEqual(reasons);
  });

  it('TASK-119 are changed with the words, and the round has them as they are now', async () => {
    const { reviewer, trainer, uploader } = world.users;
    const list = new ListClient(world.server, 'review-reasons', uploader);
    await list.created({ project_id: world.alpha, name: 'Too short', position: 3 });
    const patch = (id: number, body: object) =>
      send('PATCH', world.path(10, `/${id}`), reviewer.token, { words: 'No.', ...body });
    const note = await world.give(10, reviewer, { words: 'A note.' });
    for (const [id, reasons] of [
      [note.id, ['Too short']],
      [(await world.give(10, reviewer, { words: 'No.', rework: true })).id, ['Other']],
    ] as const) {
      expect(await problemIn(await patch(id, { reasons }))).toMatchObject({
        ...{ status: 400, errors: [{ pointer: '/reasons' }] },
      });
    }
    const [sent] = (await world.task(10, reviewer)).feedback;
    const id = sent?.id ?? 0;
    expect((await patch(id, { reasons: ['Too short'] })).status).toBe(200);
    expect((await patch(id, { words: 'No!' })).status).toBe(200);
    expect((await world.task(10, trainer)).feedback[0]).toMatchObject({
      ...{ words: 'No!', reasons: ['Too short'] },
    });
    const rounds = () =>
      world.server.db.query(
        'SELECT reasons FROM core.task_round WHERE turing_task_id = 10 ORDER BY n DESC LIMIT 1',
      );
    expect(await rounds()).toEqual([{ reasons: ['Too short'] }]);
    // One that is archived by now may stay, and is taken away.
    await world.server.db.query(
      `UPDATE core.review_reason SET is_archived = true WHERE name = 'Too short'`,
    );
    expect((await patch(id, { reasons: ['Too short'] })).status).toBe(200);
    expect((await patch(id, { reasons: [] })).status).toBe(200);
    expect(await rounds()).toEqual([{ reasons: [] }]);
  });
});
