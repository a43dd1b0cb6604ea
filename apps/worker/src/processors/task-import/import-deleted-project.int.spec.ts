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
    await expect(world.handler().run(id)).rejects.toThrow(/foreign key/);
    expect(await world.count('FROM core.task')).toBe(0);

    await world.handler().run(id);
    expect(await world.stored(id)).toMatchObject({ state: 'failed', error_count: 1 });
    expect(await world.issues(id)).toEqual([expect.stringMatching(/^error 2 turing_project_id: /)]);
    const db = await connectTo(world.url);
    expect(await verifyAggregates(db)).toEqual([]);
    await db.close();
  });
});
