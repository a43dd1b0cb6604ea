import { PROJECT_MERGE_LOCK } from '@portal/persistence/locks';
import { PATIENCE } from '@portal/testing/patience';
import { connectTo } from '@portal/testing/query-client';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ImportTurns, MAX_LARGE } from './import-turns.js';
import { ImportWorld, type UploadOptions } from './spec-support/import-world.js';
import { fileOf, row } from './spec-support/rows.js';

const MIB = 1024 * 1024;

let world: ImportWorld;
beforeAll(async () => {
  world = await ImportWorld.create();
});
afterEach(() => world.clear());
afterAll(() => world.drop());

interface Waiting extends UploadOptions {
  readonly content?: string;
  readonly bytes?: number;
  /** Seconds since the upload. */
  readonly age?: number;
  readonly state?: string;
}

let tasks = 0;

async function waiting({ content, bytes = 100, age = 0, state, ...upload }: Waiting) {
  const id = await world.upload(content ?? fileOf(row((tasks += 1))), upload);
  await world.db.query(
    `UPDATE core.task_import
     SET bytes_total = $2, created_at = now() - $3 * interval '1 second', state = $4 WHERE id = $1`,
    [id, bytes, age, state ?? 'queued'],
  );
  return id;
}

const order = async (): Promise<string[]> => (await world.reads.inTurn()).map(({ id }) => id);
const lockAlpha = `
  SELECT pg_advisory_xact_lock(${PROJECT_MERGE_LOCK}, id) FROM core.project WHERE turing_project_id = 1001`;
const LARGE = { bytes: 2 * MIB };
const ADA = { uploader: 'admin@example.com' };
const BEN = { uploader: 'alpha@example.com' };

describe('the order of imports', () => {
  it('IMP-52 takes turns by user, also with one that runs', async () => {
    const running = await waiting({ ...ADA, age: 90, state: 'running' });
    const second = await waiting({ ...ADA, age: 80 });
    const third = await waiting({ ...ADA, age: 70 });
    const other = await waiting({ ...BEN, age: 10 });
    const next = await waiting({ ...BEN, age: 5 });
    expect(await order()).toEqual([running, other, second, next, third]);
  });

  it('IMP-52 takes a small file or a dry run before a large file, up to a minute', async () => {
    const large = await waiting({ ...ADA, ...LARGE, age: 50 });
    const small = await waiting({ ...BEN, age: 10 });
    expect(await order()).toEqual([small, large]);
    await world.clear();
    const dry = await waiting({ ...BEN, ...LARGE, age: 10, dryRun: true });
    const wet = await waiting({ ...ADA, ...LARGE, age: 50 });
    expect(await order()).toEqual([dry, wet]);
    const waitedLong = await waiting({ uploader: 'nobody@example.com', ...LARGE, age: 71 });
    expect(await order()).toEqual([waitedLong, dry, wet]);
  });
});

describe('the place of a waiting import', () => {
  const placeOf = async (id: string) => (await world.reads.find(id))?.summary.queue_place;
  const mergesNext = async (id: string) => [(await world.stored(id)).phase, await placeOf(id)];

  it('IMP-75 is its turn among those that wait for a worker', async () => {
    const running = await waiting({ ...ADA, age: 90, state: 'running' });
    const second = await waiting({ ...ADA, age: 80 });
    const other = await waiting({ ...BEN, age: 10 });
    const ended = await waiting({ ...BEN, age: 99, state: 'completed' });
    expect(await Promise.all([running, other, second, ended].map(placeOf))).toEqual([
      ...[null, 1, 2, null],
    ]);
  });

  it('IMP-75 is its order among those that wait until another has merged', async () => {
    const merging = await connectTo(world.url);
    try {
      await merging.query('BEGIN');
      await merging.query(lockAlpha);
      const first = await waiting({});
      const running = [world.handler().run(first)];
      await vi.waitFor(
        async () => expect(await mergesNext(first)).toEqual(['merging', 1]),
        PATIENCE,
      );
      const second = await waiting({});
      running.push(world.handler().run(second));
      await vi.waitFor(
        async () => expect(await mergesNext(second)).toEqual(['merging', 2]),
        PATIENCE,
      );
      await merging.query('ROLLBACK');
      await Promise.all(running);
      expect(await Promise.all([first, second].map(placeOf))).toEqual([null, null]);
      expect((await world.stored(second)).state).toBe('completed');
    } finally {
      await merging.close();
    }
  });
});

describe('a worker', () => {
  /** Starts as many jobs as the worker runs at a time. */
  const jobs = (turns: ImportTurns) => Array.from({ length: MAX_LARGE + 1 }, () => turns.run());
  const stateOf = async (id: string) => (await world.stored(id)).state;

  it('IMP-53 keeps a place for small files while large ones run, and runs all', async () => {
    let readOn = (): void => undefined;
    const gate = new Promise<void>((resolve) => (readOn = resolve));
    const large = await Promise.all([1, 2, 3, 4].map(() => waiting({ ...ADA, ...LARGE })));
    let held = 0;
    world.onEvent = () => {
      held++;
      return gate;
    };
    const turns = new ImportTurns(world.reads, world.handler());
    const running = jobs(turns);
    await vi.waitFor(() => expect(held).toBe(MAX_LARGE), PATIENCE);
    world.onEvent = () => undefined;
    const dry = await waiting({ ...BEN, dryRun: true, content: fileOf(row(1_000_000)) });
    // The job of this import.
    await turns.run();
    expect(await stateOf(dry)).toBe('completed');
    expect(await world.count(`FROM core.task_import WHERE state = 'queued'`)).toBe(2);
    readOn();
    await Promise.all(running);
    expect(new Set(await Promise.all(large.map(stateOf)))).toEqual(new Set(['completed']));
  });

  it('IMP-53 runs the other imports if one fails, and reports the failure', async () => {
    const failing = await waiting({ ...ADA, age: 10 });
    const other = await waiting(BEN);
    const handler = world.handler();
    const run = handler.run.bind(handler);
    vi.spyOn(handler, 'run').mockImplementation(async (id) => {
      if (id === failing) throw new Error('the database was restarted');
      return run(id);
    });
    await expect(new ImportTurns(world.reads, handler).run()).rejects.toThrow('restarted');
    expect([await stateOf(failing), await stateOf(other)]).toEqual(['queued', 'completed']);
  });

  it('IMP-53 does not wait in a dry run for an import that merges', async () => {
    const merging = await connectTo(world.url);
    try {
      await merging.query('BEGIN');
      await merging.query(lockAlpha);
      await merging.query('LOCK TABLE core.task IN SHARE UPDATE EXCLUSIVE MODE');
      const dry = await waiting({ dryRun: true, content: fileOf(row(2_000_000)) });
      await new ImportTurns(world.reads, world.handler()).run();
      expect(await world.stored(dry)).toMatchObject({ state: 'completed', inserted: 1 });
    } finally {
      await merging.close();
    }
  });
});
