import { verifyAggregates } from '@portal/persistence/aggregates/verify';
import { connectTo } from '@portal/testing/query-client';
import { taskFileText } from '@portal/testing/task-file';
import { PATIENCE } from '@portal/testing/patience';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { Interruption } from './interruption.js';
import { ImportWorld } from './spec-support/import-world.js';
import { fileOf, row } from './spec-support/rows.js';

let world: ImportWorld;
beforeAll(async () => {
  world = await ImportWorld.create();
});
afterEach(() => world.clear());
afterAll(() => world.drop());

const FILE = taskFileText({ tasks: 5_000, turingProjectId: 1001, batches: 4 });

const askToCancel = (id: string) =>
  world.db.query('UPDATE core.task_import SET cancel_requested_at = now() WHERE id = $1', [id]);

/** Holds a lock that every import of batch 1 needs to merge. */
async function holdBatch(): Promise<() => Promise<void>> {
  await world.import(fileOf(row(1_000_000, { turing_batch_id: 1, batch_name: 'Held' })));
  const holder = await connectTo(world.url);
  await holder.query('BEGIN');
  await holder.query('SELECT FROM core.batch FOR UPDATE');
  return async () => {
    await holder.close();
  };
}
const renaming = FILE.replace('{"turing_task_id"', '{"batch_name":"New","turing_task_id"');

const isMerging = (id: string) =>
  vi
    .waitFor(
      async () =>
        expect(
          await world.count(
            `FROM pg_stat_activity WHERE application_name = 'portal-import'
           AND datname = current_database() AND wait_event_type = 'Lock'`,
          ),
        ).toBe(1),
      PATIENCE,
    )
    .then(() => id);

describe('the life cycle of an import', () => {
  it('IMP-40 finishes once: running it again does nothing', async () => {
    const id = await world.upload(fileOf(row(1)));
    await world.handler().run(id);
    const before = await world.stored(id);
    await world.db.query('DELETE FROM core.task');
    await world.handler().run(id);
    expect(await world.stored(id)).toEqual(before);
    expect(await world.count('FROM core.task')).toBe(0);
  });

  it('IMP-41 runs once if two workers get its job', async () => {
    const id = await world.upload(FILE);
    await Promise.all([world.handler().run(id), world.handler().run(id)]);
    expect(await world.stored(id)).toMatchObject({ state: 'completed', inserted: 5_000 });
    expect(await world.count('FROM core.task')).toBe(5_000);
  });

  it('IMP-42 merges after another import of the same tasks, in any order of rows', async () => {
    const rows = FILE.slice(2, -3)
      .split(',\n{')
      .map((text, index) => (index ? `{${text}` : text));
    const backwards = `[${rows.toReversed().join(',')}]`.replaceAll(
      '"status":"pending"',
      '"status":"rework"',
    );
    const ids = await Promise.all([world.upload(FILE), world.upload(backwards)]);
    await Promise.all(ids.map((id) => world.handler().run(id)));
    const ends = await Promise.all(ids.map((id) => world.stored(id)));
    expect(ends.map(({ state }) => state)).toEqual(['completed', 'completed']);
    expect(ends.reduce((sum, { inserted }) => sum + (inserted ?? 0), 0)).toBe(5_000);
    expect(await world.count('FROM core.task')).toBe(5_000);
  });

  it('IMP-42 does not deadlock with users who edit the same tasks', async () => {
    await world.import(FILE);
    let merging = true;
    const edits = async (seed: number): Promise<void> => {
      for (let at = seed; merging; at = (at * 48_271) % 4_999) {
        await world.db.query('UPDATE core.task SET status = $2 WHERE turing_task_id = $1', [
          at + 1,
          at % 2 ? 'rework' : 'pending',
        ]);
      }
    };
    const editing = [edits(7), edits(1234)];
    const changed = FILE.replaceAll('"status":"completed"', '"status":"delivered"');
    const end = await world.import(changed);
    merging = false;
    await Promise.all(editing);
    expect(end).toMatchObject({ state: 'completed', inserted: 0 });
    const db = await connectTo(world.url);
    expect(await verifyAggregates(db)).toEqual([]);
    await db.close();
  });

  it('IMP-43 changes nothing if its connection is lost, and the next run completes it', async () => {
    const id = await world.upload(FILE);
    world.onEvent = async (event) => {
      if (event.kind !== 'end') return;
      await world.db.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE application_name = 'portal-import' AND datname = current_database()`,
      );
    };
    await expect(world.handler().run(id)).rejects.toThrow();
    expect(await world.stored(id)).toMatchObject({ state: 'running' });
    expect(await world.count('FROM core.task')).toBe(0);

    world.onEvent = () => undefined;
    await world.handler().run(id);
    expect(await world.stored(id)).toMatchObject({ state: 'completed', inserted: 5_000 });
    expect(await world.count('FROM core.task')).toBe(5_000);
  });

  it('IMP-43 stops immediately when the worker shuts down, and runs again', async () => {
    const release = await holdBatch();
    const id = await world.upload(renaming);
    const handler = world.handler();
    const run = handler.run(id);
    const stopped = expect(run).rejects.toThrow();
    await isMerging(id);
    handler.interrupt();
    await stopped;
    expect(await world.stored(id)).toMatchObject({ state: 'running', inserted: null });
    await release();
    await world.handler().run(id);
    expect(await world.stored(id)).toMatchObject({ state: 'completed', inserted: 5_000 });
  });

  it('IMP-43 counts its starts, and fails after more than 20', async () => {
    const id = await world.upload(fileOf(row(1)));
    world.onEvent = () => {
      throw Object.assign(new Error('the database restarts'), { code: '57P01' });
    };
    for (let start = 1; start <= 20; start++) {
      await expect(world.handler().run(id)).rejects.toThrow('restarts');
    }
    world.onEvent = () => undefined;
    await world.handler().run(id);
    expect(await world.stored(id)).toMatchObject({
      state: 'failed',
      failure_detail: 'The import was interrupted too many times',
    });
  });

  it('IMP-44 is cancelled while reading, and has changed nothing', async () => {
    const id = await world.upload(FILE);
    const interrupted = vi.spyOn(Interruption.prototype, 'raise');
    world.onEvent = async (event) => {
      if (event.kind !== 'progress') return;
      world.onEvent = () => undefined;
      await askToCancel(id);
      await vi.waitFor(() => expect(interrupted).toHaveBeenCalledWith('cancelled'), PATIENCE);
    };
    await world.handler().run(id);
    expect(await world.stored(id)).toMatchObject({
      state: 'cancelled',
      phase: 'done',
      inserted: null,
    });
    expect(await world.count('FROM core.task')).toBe(0);
  });

  it('IMP-44 is cancelled during a merging statement', async () => {
    const release = await holdBatch();
    const id = await world.upload(renaming);
    const run = world.handler().run(id);
    await isMerging(id);
    await askToCancel(id);
    await run;
    await release();
    expect(await world.stored(id)).toMatchObject({ state: 'cancelled', inserted: null });
    expect(await world.count('FROM core.task WHERE turing_task_id <= 5000')).toBe(0);
  });

  it('IMP-44 is cancelled during the aggregate update', async () => {
    await world.import(fileOf(row(1_000_000)));
    const holder = await connectTo(world.url);
    await holder.query('BEGIN');
    await holder.query('SELECT FROM agg.project_revision FOR UPDATE');
    const id = await world.upload(FILE);
    const run = world.handler().run(id);
    await isMerging(id);
    await vi.waitFor(
      async () => expect(await world.stored(id)).toMatchObject({ phase: 'committing' }),
      PATIENCE,
    );
    await askToCancel(id);
    await run;
    await holder.close();
    expect(await world.stored(id)).toMatchObject({ state: 'cancelled', inserted: null });
    expect(await world.count('FROM core.task WHERE turing_task_id <= 5000')).toBe(0);
  });

  it('IMP-44 is cancelled before it begins', async () => {
    const id = await world.upload(FILE);
    await askToCancel(id);
    await world.handler().run(id);
    expect(await world.stored(id)).toMatchObject({ state: 'cancelled', rows_done: 0 });
  });

  it('IMP-45 shows its progress while reading and while merging', async () => {
    const release = await holdBatch();
    const id = await world.upload(renaming);
    const seen = () => world.stored(id);
    world.onEvent = async (event) => {
      if (event.kind !== 'progress' || event.rows < 1000) return;
      await vi.waitFor(async () => expect((await seen()).rows_done).toBeGreaterThan(500), PATIENCE);
      const { phase, state, bytes_done, bytes_total, rows_total } = await seen();
      expect({ phase, state, rows_total }).toEqual({
        phase: 'reading',
        state: 'running',
        rows_total: null,
      });
      expect(bytes_done).toBeGreaterThan(0);
      expect(bytes_done).toBeLessThanOrEqual(bytes_total);
      world.onEvent = () => undefined;
    };
    const run = world.handler().run(id);
    await isMerging(id);
    await vi.waitFor(
      async () => expect(await seen()).toMatchObject({ phase: 'merging', rows_total: 5_000 }),
      PATIENCE,
    );
    await release();
    await run;
    expect(await seen()).toMatchObject({ state: 'completed', phase: 'done', rows_done: 5_000 });
  });

  it('IMP-54 fails by name if the disk of the database is full, and runs again later', async () => {
    await world.db.query(`
      CREATE FUNCTION fill_disk() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$;
      CREATE TRIGGER fill_disk BEFORE INSERT ON core.task EXECUTE FUNCTION fill_disk()`);
    try {
      expect(await world.import(fileOf(row(1)))).toMatchObject({
        state: 'failed',
        failure_code: 'disk-full',
        failure_detail: 'The disk of the database is full; nothing was changed',
      });
    } finally {
      await world.db.query('DROP TRIGGER fill_disk ON core.task; DROP FUNCTION fill_disk');
    }
    expect(await world.import(fileOf(row(1)))).toMatchObject({ state: 'completed', inserted: 1 });
  });

  it('IMP-46 fails with the reason if the file is missing', async () => {
    const id = await world.upload(fileOf(row(1)));
    await world.store.remove(`imports/${id}`);
    await world.handler().run(id);
    expect(await world.stored(id)).toMatchObject({
      state: 'failed',
      failure_code: 'import-failed',
      failure_detail: 'The uploaded file is no longer in the upload store',
    });
  });
});
