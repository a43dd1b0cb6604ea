import { runs } from '@portal/testing/runs';
import { testDatabase, type TestDatabase } from '@portal/testing/postgres';
import { buildWorld } from '@portal/testing/world';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Db } from '../db.js';
import { ImportQueries } from './import-queries.js';
import { ImportRequests } from './import-requests.js';

const NAMES = ['ada', 'ben', 'cyd'] as const;

let database: TestDatabase;
let db: Db;
let imports: ImportRequests;
let reads: ImportQueries;
let uploaders: number[];

beforeAll(async () => {
  database = await testDatabase();
  db = Db.open({ url: database.url, applicationName: 'spec', poolSize: 2 });
  imports = new ImportRequests(db);
  reads = new ImportQueries(db);
  const { users } = await buildWorld(db, { users: { ada: {}, ben: {}, cyd: {} } });
  uploaders = NAMES.map((name) => users[name].id);
});
afterAll(async () => {
  await db.end();
  await database.drop();
});

const someImport = fc.record({
  uploader: fc.nat({ max: NAMES.length - 1 }),
  // Seconds since the upload: some at the same time, and within a minute of each other.
  age: fc.nat({ max: 12 }).map((n) => n * 15),
  isSmall: fc.boolean(),
  dryRun: fc.boolean(),
  isRunning: fc.boolean(),
});
type SomeImport = typeof someImport extends fc.Arbitrary<infer T> ? T : never;

const someQueue = fc.array(someImport, { minLength: 1, maxLength: 9 });
const someMoves = fc.array(
  fc.record({
    which: fc.nat(),
    to: fc.constantFrom('first' as const, 'last' as const),
    among: fc.constantFrom('all' as const, 'own' as const),
  }),
  { maxLength: 4 },
);

async function store(queue: readonly SomeImport[]): Promise<void> {
  await db.query(
    `INSERT INTO core.task_import (id, uploaded_by, state, file_name, store_key, sha256, dry_run,
       bytes_total, created_at)
     SELECT gen_random_uuid(), ($2::int[])[uploader + 1], CASE WHEN "isRunning" THEN 'running' ELSE 'queued' END,
       'tasks.json', 'key', repeat('0', 64), "dryRun", CASE WHEN "isSmall" THEN 1 ELSE 9000000 END,
       timestamptz '2026-01-05' - age * interval '1 second'
     FROM jsonb_to_recordset($1::jsonb) AS one
       (uploader int, age int, "isSmall" boolean, "dryRun" boolean, "isRunning" boolean)`,
    [JSON.stringify(queue), uploaders],
  );
}

const queued = async () => (await reads.inTurn()).filter(({ state }) => state === 'queued');

interface Moved {
  readonly id: string;
  readonly uploaderId: number;
  /** The queued imports before and after the move. */
  readonly before: Awaited<ReturnType<typeof queued>>;
  readonly after: Awaited<ReturnType<typeof queued>>;
}

/** Checks a move of any queued import after any earlier moves. */
async function afterMove(
  to: 'first' | 'last',
  among: 'all' | 'own',
  check: (moved: Moved) => Promise<void> | void,
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(someQueue, someMoves, fc.nat(), async (queue, earlier, which) => {
      await db.query('TRUNCATE core.task_import CASCADE');
      await store(queue);
      for (const move of earlier) {
        const waiting = await queued();
        const one = waiting[move.which % waiting.length];
        if (one) await imports.move(one.id, move);
      }
      const before = await queued();
      const one = before[which % before.length];
      if (!one) return;
      expect(await imports.move(one.id, { to, among })).toBe(true);
      await check({ ...one, before, after: await queued() });
    }),
    { numRuns: runs(8) },
  );
}

const idsOf = (list: Moved['before']): string[] => list.map(({ id }) => id);
describe('a moved import', () => {
  it.each(['first', 'last'] as const)('IMP-121 is %s of its uploader', async (to) => {
    await afterMove(to, 'own', async ({ id, uploaderId, after }) => {
      const passed = await db.query<{ id: string }>(
        `SELECT id FROM core.task_import WHERE moved_among = 'all'`,
      );
      const outside = new Set(passed.map((one) => one.id));
      const own = after.filter((one) => one.uploaderId === uploaderId && !outside.has(one.id));
      expect(own.at(to === 'first' ? 0 : -1)?.id).toBe(id);
    });
  });

  it('IMP-122 among its uploader’s own changes no place of others', async () => {
    // A move from a place among all back into a turn may change them; this one is in its turn.
    await afterMove('first', 'own', async ({ id, uploaderId, after }) => {
      const places = (list: typeof after) =>
        list.flatMap((one, place) => (one.uploaderId === uploaderId ? [] : [[one.id, place]]));
      await imports.move(id, { to: 'last', among: 'own' });
      expect(places(await queued())).toEqual(places(after));
      await imports.move(id, { to: 'turn', among: 'all' });
      expect(places(await queued())).toEqual(places(after));
    });
  });

  it('IMP-121 is before all, in a turn of its uploader: of others it delays those that it passes', async () => {
    await afterMove('first', 'all', async ({ id, uploaderId, before, after }) => {
      expect(after[0]?.id).toBe(id);
      const from = idsOf(before);
      for (const [place, other] of after.entries()) {
        const was = from.indexOf(other.id);
        const isPassed = from.indexOf(id) > was;
        if (other.uploaderId !== uploaderId)
          expect(place - was).toBeLessThanOrEqual(Number(isPassed));
      }
      await store([{ uploader: 0, age: 900, isSmall: true, dryRun: true, isRunning: false }]);
      expect((await queued())[0]?.id).toBe(id);
    });
  });

  it('IMP-121 is behind all, also behind later ones, and delays no import of others', async () => {
    await afterMove('last', 'all', async ({ id, uploaderId, before, after }) => {
      expect(after.at(-1)?.id).toBe(id);
      for (const [place, other] of after.entries()) {
        if (other.uploaderId === uploaderId) continue;
        expect(place).toBeLessThanOrEqual(idsOf(before).indexOf(other.id));
      }
      await store([{ uploader: 1, age: 0, isSmall: false, dryRun: false, isRunning: false }]);
      expect((await queued()).at(-1)?.id).toBe(id);
    });
  });

  it('IMP-121 has its turn again if the move is taken back', async () => {
    await fc.assert(
      fc.asyncProperty(someQueue, someMoves, fc.nat(), async (queue, moves, which) => {
        await db.query('TRUNCATE core.task_import CASCADE');
        await store(queue);
        const before = await queued();
        const one = before[which % before.length];
        if (!one) return;
        for (const move of moves) await imports.move(one.id, move);
        await imports.move(one.id, { to: 'turn', among: 'all' });
        expect(await queued()).toEqual(before);
      }),
      { numRuns: runs(4) },
    );
  });

  it('IMP-121 must wait for a worker', async () => {
    await db.query('TRUNCATE core.task_import CASCADE');
    await store([{ uploader: 0, age: 0, isSmall: true, dryRun: false, isRunning: true }]);
    const [running] = await reads.inTurn();
    expect(await imports.move(running?.id ?? '', { to: 'first', among: 'all' })).toBe(false);
  });
});
