import { verifyAggregates } from '@portal/persistence/aggregates/verify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ImportWorld } from './spec-support/import-world.js';
import { fileOf, review, row } from './spec-support/rows.js';

let world: ImportWorld;
beforeAll(async () => {
  world = await ImportWorld.create();
});
afterAll(() => world.drop());

async function rounds(): Promise<readonly string[]> {
  expect(await verifyAggregates(world.db)).toEqual([]);
  const rows = await world.rows<{ round: string }>(
    `SELECT concat(turing_task_id, ' ', n, ' ', verdict, ' ', source) AS round FROM core.task_round ORDER BY 1`,
  );
  return rows.map(({ round }) => round);
}
async function undone(importId: string): Promise<string> {
  const undo = await world.undo(importId);
  if (undo === undefined) throw new Error('nothing to undo');
  await world.handler().run(undo);
  expect(await world.stored(undo)).toMatchObject({ state: 'completed' });
  return undo;
}

it('ROUND-1, ROUND-7 an import brings rounds, its undo takes them back, and the undo of that restores them', async () => {
  const rejected = review(1, { status: 'rejected', submitted_at: '2026-06-01T12:00:00Z' });
  const first = [row(1, { reviews: [rejected] }), row(2), row(3)];
  await world.import(fileOf(...first));
  const before = ['1 1 rework review'];
  expect(await rounds()).toEqual(before);

  const later = { updated_at: '2026-06-03T10:00:00Z' };
  const second = await world.import(
    fileOf(
      row(1, { ...later, reviews: [rejected, review(2)] }),
      row(2, { ...later, status: 'rework' }),
      row(4, { reviews: [review(1)] }),
    ),
  );
  const after = [
    '1 1 rework review',
    '1 2 accepted review',
    '2 1 rework status',
    '4 1 accepted review',
  ];
  expect(await rounds()).toEqual(after);
  expect(await world.import(fileOf(row(2, { ...later, status: 'rework' })))).toMatchObject({
    unchanged: 1,
  });
  expect(await rounds()).toEqual(after);

  const undo = await undone(second.id);
  expect(await rounds()).toEqual(before);
  await undone(undo);
  expect(await rounds()).toEqual(after);

  await world.import(
    fileOf(
      row(2, {
        completed_at: '2026-06-04T10:00:00Z',
        reviews: [review(5, { submitted_at: '2026-06-05T08:00:00Z' })],
      }),
    ),
  );
  expect(await rounds()).toEqual([...after.slice(0, 3), '2 2 accepted review', ...after.slice(3)]);
});

it('IMP-158, ROUND-3 reasons of reviews are stored, those of their rounds, and undone with the import', async () => {
  const at = { status: 'rejected', submitted_at: '2026-06-01T12:00:00Z' };
  const reasons = ['Says "no"', 'back\\slash,\ttab', '{}', 'NULL of all'];
  const stored = async () => {
    expect(await verifyAggregates(world.db)).toEqual([]);
    const rows = await world.rows<{ round: unknown; review: unknown }>(
      `SELECT round.reasons AS round, review.reasons AS review
        FROM core.task_round AS round JOIN core.task_review AS review USING (turing_task_id)
        WHERE turing_task_id = 9`,
    );
    return rows;
  };
  const first = fileOf(row(9, { reviews: [review(1, { ...at, reasons })] }));
  await world.import(first);
  const before = [{ round: reasons, review: reasons }];
  expect(await stored()).toEqual(before);
  expect(await world.import(first)).toMatchObject({ unchanged: 1 });
  const without = await world.import(fileOf(row(9, { reviews: [review(1, at)] })));
  expect(without).toMatchObject({ updated: 1 });
  expect(await stored()).toEqual([{ round: [], review: null }]);
  await undone(without.id);
  expect(await stored()).toEqual(before);
});
