import { testDatabase, type TestDatabase } from '@portal/testing/postgres';
import { connectTo, type QueryClient } from '@portal/testing/query-client';
import { runs } from '@portal/testing/runs';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Db } from '../db.js';
import { readDailyWork } from '../users/daily-work.js';
import { mergeSlots } from './merge-slots.js';
import { rebuildAggregates } from './rebuild.js';
import { verifyAggregates } from './verify.js';

const MANY = 2_500;
const PERIOD = { start: '2026-01-01T00:00:00Z', end: '2026-02-05T00:00:00Z' };

let database: TestDatabase;
let db: Db;
let writer: QueryClient;

beforeAll(async () => {
  database = await testDatabase();
  db = Db.open({ url: database.url, applicationName: 'spec' });
  writer = await connectTo(database.url);
  await writer.query(`INSERT INTO core.project (id, name) VALUES (1, 'One'), (2, 'Two')`);
  await writer.query(`INSERT INTO core.batch (project_id, turing_batch_id, name)
    VALUES (1, 1, 'First'), (2, 1, 'Second')`);
});

/** Each project has a time slot outside of the period. */
beforeEach(async () => {
  await writer.query('ROLLBACK');
  await writer.query('DELETE FROM core.task');
  await mergeSlots(db);
  await writer.query(`INSERT INTO core.task
      (turing_task_id, project_id, turing_batch_id, user_email, status, completed_at)
    SELECT 1000000 + id, id, 1, 'u0@example.com', 'completed', '2025-12-24T00:00:00Z'
    FROM core.project WHERE id > 0`);
});

afterAll(async () => {
  await writer.close();
  await db.end();
  await database.drop();
});

/** Tasks that were completed one in each time slot of January, by four users. */
const add = (first: number, tasks: number, project = 1) =>
  writer.query(
    `INSERT INTO core.task (turing_task_id, project_id, turing_batch_id, user_email, status,
       completed_at, number_of_turns)
     SELECT $1::integer + n, $3, 1, 'u' || n % 4 || '@example.com', 'completed',
       '2026-01-01T00:00:00Z'::timestamptz + n * interval '15 minutes', 2 + n % 3
     FROM generate_series(0, $2::integer - 1) AS n`,
    [first, tasks, project],
  );
const unmerged = async () =>
  (
    await writer.query<{ rows: number }>(
      `SELECT count(*)::int AS rows FROM agg.user_slot WHERE xid <> '0'`,
    )
  )[0]?.rows;
const stored = () =>
  writer.query(`SELECT project_id, user_email, slot_start, tasks, turns FROM agg.user_slot
    WHERE tasks <> 0 OR turns <> 0 ORDER BY 1, 2, 3`);
const everywhere = { email: 'admin@example.com', isEverywhere: true, projectIds: [] };
const everybody = { projectId: 1, users: null, visibility: everywhere };
const work = () => readDailyWork(db, everybody, PERIOD, 'Asia/Kolkata');

describe('time slots of a large change', () => {
  it('AGG-27 are rows of its own, which lock none that an edit needs', async () => {
    await add(1, 100);
    expect(await unmerged()).toBe(0);
    await add(10_001, MANY);
    expect(await unmerged()).toBe(MANY);
    await mergeSlots(db);
    const editor = await connectTo(database.url);
    try {
      await writer.query('BEGIN');
      await writer.query(`UPDATE core.task SET number_of_turns = 9 WHERE turing_task_id < 1000000`);
      await writer.query('SET CONSTRAINTS ALL IMMEDIATE');
      const slots = await editor.query(`SELECT FROM agg.user_slot FOR UPDATE NOWAIT`);
      expect(slots).toHaveLength(MANY + 2);
      await expect(editor.query(`SELECT FROM agg.user_day FOR UPDATE NOWAIT`)).rejects.toThrow(
        'could not obtain lock',
      );
      await writer.query('COMMIT');
    } finally {
      await editor.close();
    }
    expect(await verifyAggregates(writer)).toEqual([]);
  });

  it('AGG-28 count in every read before they are merged, and no sum changes then', async () => {
    await add(1, MANY);
    await mergeSlots(db);
    await writer.query(
      `UPDATE core.task SET completed_at = completed_at + interval '15 minutes', number_of_turns = 5
       WHERE turing_task_id <= ${MANY - 100}`,
    );
    expect(await unmerged()).toBeGreaterThan(2_000);
    const before = await work();
    expect(before.reduce((sum, { task_count }) => sum + task_count, 0)).toBe(MANY);
    expect(await verifyAggregates(writer)).toEqual([]);
    expect(await mergeSlots(db)).toBeGreaterThan(2_000);
    expect(await unmerged()).toBe(0);
    expect(await work()).toEqual(before);
    expect(await verifyAggregates(writer)).toEqual([]);
    await writer.query('DELETE FROM core.task');
    expect(await work()).toEqual([]);
    await mergeSlots(db);
    expect(await writer.query('SELECT FROM agg.user_slot')).toEqual([]);
  });

  it('AGG-28 equal a recount after any order of large changes, edits and merges', async () => {
    const step = fc.oneof(
      fc.constant('merge' as const),
      fc.record({ from: fc.nat(400), slots: fc.integer({ min: -3, max: 3 }), turns: fc.nat(2) }),
      fc.record({ edited: fc.nat(MANY - 1), turns: fc.nat(3) }),
      fc.record({ removed: fc.nat(MANY - 1) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 8 }), async (steps) => {
        await writer.query('DELETE FROM core.task WHERE turing_task_id < 1000000');
        await add(1, MANY);
        for (const one of steps) {
          if (one === 'merge') await mergeSlots(db);
          else if ('from' in one) {
            await writer.query(
              `UPDATE core.task SET number_of_turns = $3,
                 completed_at = completed_at + $2::integer * interval '15 minutes'
               WHERE turing_task_id > $1 AND turing_task_id < 1000000`,
              [one.from, one.slots, one.turns],
            );
          } else if ('removed' in one) {
            await writer.query('DELETE FROM core.task WHERE turing_task_id = $1', [one.removed]);
          } else {
            await writer.query(
              'UPDATE core.task SET number_of_turns = $2 WHERE turing_task_id = $1',
              [one.edited, one.turns],
            );
          }
          expect(await verifyAggregates(writer)).toEqual([]);
        }
        const before = await work();
        await mergeSlots(db);
        expect(await work()).toEqual(before);
        expect(await stored()).toEqual(
          await writer.query(`
          SELECT project_id, user_email, agg.slot_of(completed_at) AS slot_start,
            count(*) AS tasks, sum(number_of_turns)::bigint AS turns
          FROM core.task GROUP BY 1, user_email COLLATE "C", 2, 3
          ORDER BY 1, user_email COLLATE "C", 3`),
        );
      }),
      { numRuns: runs(3) },
    );
  });

  it('AGG-27 are no rows of its own in a project that has none yet', async () => {
    await writer.query('DELETE FROM core.task');
    await add(1, MANY);
    expect(await unmerged()).toBe(0);
    expect(await verifyAggregates(writer)).toEqual([]);
  });

  it('AGG-28 stay while their project is being deleted', async () => {
    await add(1, MANY);
    await add(10_001, MANY, 2);
    await writer.query('BEGIN');
    await writer.query('SELECT FROM core.project WHERE id = 1 FOR UPDATE');
    expect(await mergeSlots(db)).toBe(MANY);
    expect(await unmerged()).toBe(MANY);
    await writer.query('COMMIT');
    expect(await mergeSlots(db)).toBe(MANY);
    expect(await unmerged()).toBe(0);
  });

  it('AGG-28 are merged at most once, by workers that do it at the same time', async () => {
    await add(1, MANY);
    const other = Db.open({ url: database.url, applicationName: 'spec' });
    try {
      await Promise.all([mergeSlots(db), mergeSlots(other), mergeSlots(db)]);
    } finally {
      await other.end();
    }
    expect(await unmerged()).toBe(0);
    expect(await verifyAggregates(writer)).toEqual([]);
  });

  it('AGG-28 are merged up to the end of a transaction, if it is told to stop', async () => {
    await add(1, MANY);
    expect(await mergeSlots(db, AbortSignal.abort())).toBe(2_000);
    expect(await verifyAggregates(writer)).toEqual([]);
    expect(await mergeSlots(db)).toBe(MANY - 2_000);
  });

  it('AGG-28 are replaced by a rebuild', async () => {
    await add(1, MANY);
    await writer.query('BEGIN');
    await rebuildAggregates(writer);
    await writer.query('COMMIT');
    expect(await unmerged()).toBe(0);
    expect(await verifyAggregates(writer)).toEqual([]);
  });
});
