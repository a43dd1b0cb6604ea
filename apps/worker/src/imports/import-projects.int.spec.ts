import { verifyAggregates } from '@portal/persistence/aggregates/verify';
import { PATIENCE } from '@portal/testing/patience';
import { connectTo } from '@portal/testing/query-client';
import { runs } from '@portal/testing/runs';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { counts, ImportWorld } from './spec-support/import-world.js';
import { fileOf, row } from './spec-support/rows.js';

const ALPHA = 1001;
const BETA = 1002;

let world: ImportWorld;
beforeAll(async () => {
  world = await ImportWorld.create();
});
afterEach(() => world.clear());
afterAll(() => world.drop());

const of = (project: number, id: number, status = 'completed') =>
  row(id, { turing_project_id: project, status, delivery_batch: `of ${project}` });

/** Starts an import of Alpha that merges until `goOn` is called. */
async function importThatMerges() {
  await world.import(fileOf(of(ALPHA, 1), of(BETA, 2)));
  const holder = await connectTo(world.url);
  await holder.query('BEGIN');
  await holder.query('SELECT FROM core.task WHERE turing_task_id = 1 FOR UPDATE');
  const id = await world.upload(fileOf(of(ALPHA, 1, 'delivered')));
  const ended = world.handler().run(id);
  await vi.waitFor(async () => expect((await world.stored(id)).projects).toHaveLength(1), PATIENCE);
  return {
    id,
    async goOn() {
      await holder.close();
      await ended;
      return world.stored(id);
    },
  };
}

describe('imports of several projects', () => {
  it('IMP-42 merge at the same time, and wait for the one of their project', async () => {
    const first = await importThatMerges();
    const beta = await world.import(fileOf(of(BETA, 2, 'rework'), of(BETA, 1_000)));
    expect(counts(beta)).toEqual([1, 1, 0]);
    const both = await world.upload(fileOf(of(BETA, 2, 'pending'), of(ALPHA, 1, 'pending')));
    const waiting = world.handler().run(both);
    await vi.waitFor(
      async () => expect((await world.reads.find(both))?.summary.queue_place).toBe(1),
      PATIENCE,
    );
    expect((await world.stored(first.id)).state).toBe('running');
    expect(counts(await first.goOn())).toEqual([0, 1, 0]);
    await waiting;
    expect(counts(await world.stored(both))).toEqual([0, 2, 0]);
  });

  it('IMP-42 do not count what another has copied above all tasks meanwhile', async () => {
    let goOn = (): void => undefined;
    const gate = new Promise<void>((resolve) => (goOn = resolve));
    world.onEvent = (event) => (event.kind === 'end' ? gate : undefined);
    const alpha = await world.upload(fileOf(of(ALPHA, 10), of(ALPHA, 11)));
    const running = world.handler().run(alpha);
    await vi.waitFor(
      async () => expect((await world.stored(alpha)).projects).toHaveLength(1),
      PATIENCE,
    );
    world.onEvent = () => undefined;
    const beta = await world.import(fileOf(of(BETA, 20), of(BETA, 21)));
    expect([counts(beta), beta.delivery_batches]).toEqual([[2, 0, 0], 1]);
    goOn();
    await running;
    const ended = await world.stored(alpha);
    expect([counts(ended), ended.delivery_batches]).toEqual([[2, 0, 0], 1]);
  });

  it('IMP-42 end in any mixture, each as if it had been alone', async () => {
    const tasks = fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 25 });
    const file = fc.record({ alpha: tasks, beta: tasks, backwards: fc.boolean() });
    await fc.assert(
      fc
        .asyncProperty(fc.array(file, { minLength: 2, maxLength: 4 }), async (files) => {
          const ids = await Promise.all(
            files.map(({ alpha, beta, backwards }, at) => {
              const status = `state_${at}`;
              const rows = [
                ...alpha.map((id) => of(ALPHA, id, status)),
                ...beta.map((id) => of(BETA, id + 100, status)),
              ];
              return world.upload(fileOf(...(backwards ? rows.toReversed() : rows)));
            }),
          );
          await Promise.all(ids.map((id) => world.handler().run(id)));
          const ends = await Promise.all(ids.map((id) => world.stored(id)));
          expect(new Set(ends.map(({ state }) => state))).toEqual(new Set(['completed']));
          const named = new Set(
            files.flatMap(({ alpha, beta }) => [...alpha, ...beta.map((id) => id + 100)]),
          );
          expect(await world.count('FROM core.task')).toBe(named.size);
          expect(ends.reduce((sum, { inserted }) => sum + (inserted ?? 0), 0)).toBe(named.size);
        })
        .afterEach(() => world.clear()),
      { numRuns: runs(2) },
    );
    const db = await connectTo(world.url);
    expect(await verifyAggregates(db)).toEqual([]);
    await db.close();
  });
});
