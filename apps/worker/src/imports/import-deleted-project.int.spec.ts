import { verifyAggregates } from '@portal/persistence/aggregates/verify';
import { connectTo } from '@portal/testing/query-client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ImportWorld } from './spec-support/import-world.js';
import { fileOf, row } from './spec-support/rows.js';

let world: ImportWorld;
beforeAll(async () => {
  world = await ImportWorld.create();
});
afterEach(() => world.clear());
afterAll(() => world.drop());

async function deleteBeta(): Promise<void> {
  world.onEvent = () => undefined;
  await world.db.query('DELETE FROM core.task WHERE project_id = 2');
  await world.db.query('DELETE FROM core.batch WHERE project_id = 2');
  await world.db.query('DELETE FROM core.project WHERE id = 2');
}

describe('an import whose project is deleted', () => {
  it.each([
    ['is copied straight into the tables', []],
    ['is merged', [row(500, { turing_project_id: 1002 })]],
  ])('PROJ-14 ends with its rows in error when it %s', async (_how, stored) => {
    await world.db.query(
      "INSERT INTO core.project VALUES (2, 'Beta', NULL, 1002) ON CONFLICT DO NOTHING",
    );
    if (stored.length > 0) await world.import(fileOf(...stored));
    const id = await world.upload(
      fileOf(row(1, { turing_project_id: 1001 }), row(2, { turing_project_id: 1002 })),
    );
    world.onEvent = deleteBeta;
    await world.handler().run(id);
    expect(await world.count('FROM core.task')).toBe(0);
    expect(await world.stored(id)).toMatchObject({ state: 'failed', error_count: 1 });
    expect(await world.issues(id)).toEqual([expect.stringMatching(/^error 2 turing_project_id: /)]);
    const db = await connectTo(world.url);
    expect(await verifyAggregates(db)).toEqual([]);
    await db.close();
  });

  it('IMP-141 is not made again by the undo of its undo, which fails at its first start', async () => {
    await world.db.query(
      "INSERT INTO core.project VALUES (2, 'Beta', NULL, 1002) ON CONFLICT DO NOTHING",
    );
    const made = await world.upload(
      fileOf(row(1, { turing_project_id: 1001 }), row(2, { turing_project_id: 1002 })),
    );
    await world.handler().run(made);
    const undone = (await world.undo(made)) ?? '';
    await world.handler().run(undone);
    await deleteBeta();
    const again = (await world.undo(undone)) ?? '';
    await world.handler().run(again);
    expect(await world.stored(again)).toMatchObject({
      ...{ state: 'failed', failure_code: 'import-changed-since', error_count: 1 },
    });
    expect(await world.issues(again)).toEqual([
      'error 0 turing_batch_id: of task 2: its project is gone',
    ]);
    const rest = (await world.undo(undone, { keepNewer: true })) ?? '';
    await world.handler().run(rest);
    expect(await world.stored(rest)).toMatchObject({ state: 'completed', inserted: 1 });
  });
});
