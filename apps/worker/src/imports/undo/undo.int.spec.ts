import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { ImportWorld } from '../spec-support/import-world.js';
import { fileOf, row } from '../spec-support/rows.js';

let world: ImportWorld;
beforeAll(async () => {
  world = await ImportWorld.create();
});
afterEach(() => world.clear());
afterAll(() => world.drop());

it('IMP-80 an undo overrules no later change: it fails, or leaves these tasks', async () => {
  await world.import(fileOf(row(1), row(2)));
  const changed = [1, 2, 3, 4].map((id) => row(id, { status: 'rework' }));
  const { id } = await world.import(fileOf(...changed));
  await world.db.query(`UPDATE core.task SET status = 'pending' WHERE turing_task_id IN (2, 4)`);
  const undone = async (keepNewer: boolean) => {
    const undo = (await world.undo(id, { keepNewer })) ?? '';
    await world.handler().run(undo);
    const tasks = await world.rows<{ status: string }>(
      'SELECT status FROM core.task ORDER BY turing_task_id',
    );
    return [(await world.stored(undo)).state, ...tasks.map(({ status }) => status)];
  };
  expect(await undone(false)).toEqual(['failed', 'rework', 'pending', 'rework', 'pending']);
  expect(await undone(true)).toEqual(['completed', 'completed', 'pending', 'pending']);
});
