import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { JSON_READING } from '../imports/spec-support/reading.js';
import { ImportWorld } from '../imports/spec-support/import-world.js';
import { fileOf, row } from '../imports/spec-support/rows.js';
import { isStored, keepHouse } from './spec-support/housekeeping.js';

const KEPT_FILES = 10;

let world: ImportWorld;
beforeAll(async () => {
  world = await ImportWorld.create();
});
afterEach(() => world.clear());
afterAll(() => world.drop());

async function ended(content: string): Promise<string> {
  const id = await world.upload(content);
  await world.handler().run(id);
  return id;
}

async function endedHoursAgo(id: string, hours: number): Promise<void> {
  await world.db.query(
    `UPDATE core.task_import SET finished_at = now() - $2 * interval '1 hour' WHERE id = $1`,
    [id, hours],
  );
}

const hasFile = (id: string) => isStored(world, `imports/${id}`);

/** Queues another import of the file, as the server does. */
async function runAgain(sourceId: string): Promise<string | undefined> {
  const [{ uploaded_by: uploadedBy } = { uploaded_by: 0 }] = await world.rows<{
    uploaded_by: number;
  }>('SELECT uploaded_by FROM core.task_import WHERE id = $1', [sourceId]);
  const id = randomUUID();
  const isQueued = await world.imports.runAgain({
    id,
    sourceId,
    uploadedBy,
    dryRun: false,
    onError: 'abort',
    onOlder: 'apply',
    onConflict: 'desk',
    confirm: false,
    ...JSON_READING,
  });
  return isQueued ? id : undefined;
}

describe('the file of an ended import', () => {
  it.each([
    ['completed', fileOf(row(1))],
    ['failed', '['],
  ])('IMP-46 is kept for 24 hours after a %s import', async (state, content) => {
    const id = await ended(content);
    expect((await world.stored(id)).state).toBe(state);
    await endedHoursAgo(id, 23.9);
    await keepHouse(world);
    expect(await hasFile(id)).toBe(true);
    await endedHoursAgo(id, 24);
    await keepHouse(world);
    expect(await hasFile(id)).toBe(false);
    expect(await runAgain(id)).toBeUndefined();
  });

  it('IMP-46 is kept for as many days as were set when it was uploaded', async () => {
    const [short, long] = [
      await world.upload(fileOf(row(1)), { fileDays: 0 }),
      await world.upload(fileOf(row(2)), { fileDays: 3 }),
    ];
    for (const id of [short, long]) await world.handler().run(id);
    await endedHoursAgo(long, 71);
    await keepHouse(world);
    expect([await hasFile(short), await hasFile(long)]).toEqual([false, true]);
    expect(await runAgain(short)).toBeUndefined();
    const again = (await runAgain(long)) ?? '';
    await world.handler().run(again);
    await endedHoursAgo(again, 73);
    await keepHouse(world);
    expect(await hasFile(long)).toBe(false);
  });

  it('IMP-46 is removed earlier if the user has ten newer ones', async () => {
    const ids: string[] = [];
    for (let n = 0; n <= KEPT_FILES; n += 1) ids.push(await ended(fileOf(row(n + 1))));
    for (const [age, id] of ids.toReversed().entries()) await endedHoursAgo(id, age);
    await keepHouse(world);
    expect(await Promise.all(ids.map(hasFile))).toEqual([
      false,
      ...Array.from({ length: KEPT_FILES }, () => true),
    ]);
  });

  it('IMP-46 is not removed before the import ends', async () => {
    const id = await world.upload(fileOf(row(1)));
    await world.db.query(
      `UPDATE core.task_import SET created_at = now() - interval '3 days' WHERE id = $1`,
      [id],
    );
    await keepHouse(world);
    expect(await hasFile(id)).toBe(true);
  });

  it('IMP-46 is removed later if the store fails', async () => {
    const id = await ended(fileOf(row(1)));
    await endedHoursAgo(id, 25);
    await keepHouse(world, {}, { ...world.store, remove: () => Promise.reject(new Error('away')) });
    expect(await hasFile(id)).toBe(true);
    await keepHouse(world);
    expect(await hasFile(id)).toBe(false);
  });

  it('IMP-50 is imported again, and then kept for another 24 hours', async () => {
    const id = await ended(fileOf(row(1)));
    await endedHoursAgo(id, 23);
    await world.db.query('DELETE FROM core.task');
    const again = (await runAgain(id)) ?? '';
    await endedHoursAgo(id, 30);
    await keepHouse(world);
    await world.handler().run(again);
    expect(await world.stored(again)).toMatchObject({ state: 'completed', inserted: 1 });
    await keepHouse(world);
    expect(await hasFile(id)).toBe(true);
    await endedHoursAgo(again, 24);
    await keepHouse(world);
    expect(await hasFile(id)).toBe(false);
  });

  it('IMP-50 is imported again once at a time', async () => {
    const id = await ended(fileOf(row(1)));
    const starts = await Promise.all([runAgain(id), runAgain(id)]);
    expect(starts.filter((start) => start !== undefined)).toHaveLength(1);
    expect(await runAgain(id)).toBeUndefined();
  });

  it('IMP-50 is not imported again while it is removed', async () => {
    const id = await ended(fileOf(row(1)));
    await endedHoursAgo(id, 24.5);
    let started: Promise<string | undefined> | undefined;
    await keepHouse(
      world,
      {},
      {
        ...world.store,
        async remove(key) {
          started = runAgain(id);
          await world.store.remove(key);
        },
      },
    );
    expect(started).toBeDefined();
    expect(await started).toBeUndefined();
  });
});
