import { verifyAggregates } from '@portal/persistence/aggregates/verify';
import { PATIENCE } from '@portal/testing/patience';
import { connectTo } from '@portal/testing/query-client';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ImportWorld } from '../spec-support/import-world.js';
import { fileOf, review, row } from '../spec-support/rows.js';

let world: ImportWorld;
beforeAll(async () => {
  world = await ImportWorld.create();
});
afterEach(() => world.clear());
afterAll(() => world.drop());

/** The worker's connections that wait for a lock. */
const LOCKED = `FROM pg_stat_activity WHERE application_name = 'portal-import'
  AND datname = current_database() AND wait_event_type = 'Lock'`;

type UndoOptions = Parameters<ImportWorld['undo']>[1];

async function imported(...rows: readonly unknown[]): Promise<string> {
  const id = await world.upload(fileOf(...rows));
  await world.handler().run(id);
  expect(await world.stored(id)).toMatchObject({ state: 'completed' });
  return id;
}

/** Runs the undo and returns the id of its import. */
async function undone(importId: string, options?: UndoOptions): Promise<string> {
  const id = await world.undo(importId, options);
  if (id === undefined) throw new Error('it cannot be undone');
  await world.handler().run(id);
  return id;
}

const contents = () =>
  world.rows(`
    SELECT to_jsonb(task) - 'changed_in' AS task, (
        SELECT jsonb_agg(to_jsonb(review) ORDER BY turing_review_id) FROM core.task_review AS review
        WHERE review.turing_task_id = task.turing_task_id) AS reviews
    FROM core.task ORDER BY turing_task_id`);

describe('the undo of an import', () => {
  it('IMP-79 puts back changed tasks with their reviews and removes new ones, and its undo restores', async () => {
    await imported(row(1, { reviews: [review(1)], metadata: { a: 1.5 } }), row(2), row(3));
    const before = await contents();
    const change = await imported(
      row(1, { status: 'rework', metadata: null, reviews: [review(1, { score: 2 }), review(2)] }),
      row(2, { reviews: [], user_email: null }),
      row(3),
      row(4, { reviews: [review(9)] }),
      row(5),
    );
    const after = await contents();

    const undo = await undone(change);
    expect(await world.stored(undo)).toMatchObject({
      ...{ state: 'completed', updated: 2, inserted: 0, removed: 2, kept: 0, error_count: 0 },
    });
    expect(await contents()).toEqual(before);
    expect(await verifyAggregates(world.db)).toEqual([]);

    const again = await undone(undo);
    expect(await world.stored(again)).toMatchObject({
      updated: 2,
      inserted: 2,
      removed: 0,
      kept: 0,
    });
    expect(await contents()).toEqual(after);
    expect(await verifyAggregates(world.db)).toEqual([]);
  });

  it('IMP-79 can undo the import before once the later one is undone', async () => {
    await imported(row(1));
    const before = await contents();
    const first = await imported(row(1, { status: 'rework' }));
    const second = await imported(row(1, { status: 'pending' }));
    await undone(second);
    await undone(first);
    expect(await contents()).toEqual(before);
  });

  it('IMP-79 says in a dry run what it would do, and changes nothing', async () => {
    await imported(row(1));
    const change = await imported(row(1, { status: 'rework' }), row(2), row(3));
    await world.db.query('UPDATE core.task SET number_of_turns = 9 WHERE turing_task_id = 3');
    const before = await contents();
    const undo = await undone(change, { dryRun: true });
    expect(await world.stored(undo)).toMatchObject({
      ...{ state: 'completed', updated: 1, removed: 1, kept: 1 },
    });
    expect(await world.reads.sample(undo)).toEqual([
      { turing_task_id: 1, fields: [{ field: 'status', before: 'rework', after: 'completed' }] },
    ]);
    expect(await contents()).toEqual(before);
    expect(await world.undo(undo)).toBeUndefined();
  });

  it('IMP-80 changes nothing if tasks have changed since, unless these stay', async () => {
    await imported(row(1), row(2), row(3));
    const change = await imported(
      row(1, { status: 'rework' }),
      row(2, { status: 'rework' }),
      row(4),
    );
    await world.db.query(`
      SELECT set_config('portal.actor', id::text, false) FROM core.app_user WHERE email = 'alpha@example.com';
      UPDATE core.task SET number_of_turns = 9 WHERE turing_task_id = 2;
      DELETE FROM core.task WHERE turing_task_id = 1;
      SELECT set_config('portal.actor', '', false)`);
    const before = await contents();
    const refused = await undone(change);
    expect(await world.stored(refused)).toMatchObject({
      ...{ state: 'failed', failure_code: 'import-changed-since', error_count: 2 },
      failure_detail: '2 tasks have changed since the import; nothing was undone',
    });
    expect(await world.issues(refused)).toEqual([
      'error 0 turing_task_id: 1 was deleted since',
      expect.stringMatching(
        /^error 0 turing_task_id: 2 was changed since by alpha@example\.com at 2\d{3}-/,
      ),
    ]);
    expect(await contents()).toEqual(before);

    const kept = await undone(change, { keepNewer: true });
    expect(await world.stored(kept)).toMatchObject({
      ...{ state: 'completed', updated: 0, removed: 1, kept: 2, warning_count: 2 },
    });
    expect(await contents()).toEqual(before.filter((_, index) => index !== 2));
  });

  it('IMP-81 needs data-upload in every project that it touches', async () => {
    await imported(row(1));
    const change = await imported(
      row(1, { status: 'rework' }),
      row(2, { turing_project_id: 1002 }),
    );
    const refused = await undone(change, { uploader: 'alpha@example.com' });
    expect(await world.stored(refused)).toMatchObject({
      state: 'failed',
      failure_code: 'forbidden',
    });
    const own = await imported(row(1, { status: 'pending' }));
    await undone(own, { uploader: 'alpha@example.com' });
    expect(await world.taskOf(1)).toMatchObject({ status: 'rework' });
  });

  it('IMP-82 removes batches that the import made and are empty, and gives back names', async () => {
    const batches = () =>
      world.rows('SELECT turing_batch_id AS id, name FROM core.batch ORDER BY turing_batch_id');
    await imported(row(1, { turing_batch_id: 1, batch_name: 'First' }));
    const change = await imported(
      row(1, { turing_batch_id: 1, batch_name: 'Other' }),
      row(2, { turing_batch_id: 2 }),
      row(3, { turing_batch_id: 3 }),
    );
    await imported(row(4, { turing_batch_id: 3 }));
    const undo = await undone(change);
    expect(await batches()).toEqual([
      { id: 1, name: 'First' },
      { id: 3, name: 'Batch 3' },
    ]);
    await undone(undo);
    expect(await batches()).toEqual([
      { id: 1, name: 'Other' },
      { id: 2, name: 'Batch 2' },
      { id: 3, name: 'Batch 3' },
    ]);
  });

  it('IMP-82 leaves batches whose name or status somebody has changed since', async () => {
    await imported(row(1, { turing_batch_id: 1, batch_name: 'First' }));
    const change = await imported(
      row(1, { turing_batch_id: 1, batch_name: 'Other' }),
      row(2, { turing_batch_id: 2 }),
      row(3, { turing_batch_id: 3 }),
    );
    await world.db.query(
      `UPDATE core.batch SET status = 'cancelled' WHERE turing_batch_id IN (1, 2)`,
    );
    await world.db.query(`UPDATE core.batch SET name = 'Named' WHERE turing_batch_id = 3`);
    await undone(change);
    const batches = await world.rows(
      'SELECT turing_batch_id AS id, name FROM core.batch ORDER BY turing_batch_id',
    );
    expect(batches).toEqual([
      { id: 1, name: 'Other' },
      { id: 2, name: 'Batch 2' },
      { id: 3, name: 'Named' },
    ]);
  });

  it('IMP-82 names the tasks whose former batch is gone, and leaves them if the others are to be put back', async () => {
    await imported(row(1, { turing_batch_id: 1 }), row(2, { turing_batch_id: 2 }));
    const change = await imported(
      row(1, { turing_batch_id: 2 }),
      row(2, { turing_batch_id: 2, status: 'rework' }),
    );
    await world.db.query('DELETE FROM core.batch WHERE turing_batch_id = 1');
    const refused = await undone(change);
    expect(await world.stored(refused)).toMatchObject({ state: 'failed' });
    expect(await world.issues(refused)).toEqual([
      'error 0 turing_batch_id: of task 1: batch 1 is gone',
    ]);
    const done = await undone(change, { keepNewer: true });
    expect(await world.stored(done)).toMatchObject({ updated: 1, kept: 0, error_count: 1 });
    expect(await world.taskOf(2)).toMatchObject({ status: 'completed' });
  });

  it('IMP-84 can be cancelled, and a run that was interrupted has changed nothing', async () => {
    await imported(row(1));
    const change = await imported(row(1, { status: 'rework' }), row(2));
    const before = await contents();
    const id = (await world.undo(change)) ?? '';
    await world.imports.cancel(id);
    await world.handler().run(id);
    expect(await world.stored(id)).toMatchObject({ state: 'cancelled' });
    expect(await contents()).toEqual(before);

    const second = (await world.undo(change)) ?? '';
    const holder = await connectTo(world.url);
    await holder.query('BEGIN');
    await holder.query('SELECT FROM core.task WHERE turing_task_id = 1 FOR UPDATE');
    const handler = world.handler();
    const running = handler.run(second);
    await vi.waitFor(async () => expect(await world.count(LOCKED)).toBe(1), PATIENCE);
    handler.interrupt();
    await expect(running).rejects.toThrow();
    await holder.close();
    expect(await contents()).toEqual(before);
    await world.handler().run(second);
    expect(await world.stored(second)).toMatchObject({
      state: 'completed',
      updated: 1,
      removed: 1,
    });
  });
});
