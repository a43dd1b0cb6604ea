import { testDatabase, type TestDatabase } from '@portal/testing/postgres';
import { connectTo, type QueryClient } from '@portal/testing/query-client';
import { runs } from '@portal/testing/runs';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { verifyAggregates } from './verify.js';

const TASKS = 60;

let database: TestDatabase;
let db: QueryClient;

beforeAll(async () => {
  database = await testDatabase();
  db = await connectTo(database.url);
  await db.query(`INSERT INTO core.project (id, name) VALUES (1, 'One')`);
  await db.query(
    `INSERT INTO core.batch (project_id, turing_batch_id, name) VALUES (1, 1, 'First')`,
  );
});

beforeEach(async () => {
  await db.query('DELETE FROM core.task');
  await add(1, TASKS);
});

afterAll(async () => {
  await db.close();
  await database.drop();
});

const number = fc.integer({ min: 1, max: 25 });
const duration = fc.integer({ min: 0, max: 30 });
const order = fc.constantFrom('ASC', 'DESC');

/** What one transaction does to the tasks of one day. */
const change = fc.oneof(
  fc
    .record({ number, order })
    .map((of) => `DELETE FROM core.task WHERE turing_task_id IN (${atAnEnd(of)})`),
  fc.record({ number, order, duration }).map(
    (of) => `UPDATE core.task SET duration_minutes = ${of.duration}
        WHERE turing_task_id IN (${atAnEnd(of)})`,
  ),
  fc.record({ number, order, duration }).map(
    (of) => `UPDATE core.task SET duration_minutes = duration_minutes + ${of.duration}
        WHERE turing_task_id IN (${atAnEnd(of)})`,
  ),
  fc.record({ number, order }).map(
    (of) => `UPDATE core.task SET completed_at = completed_at + interval '1 day'
        WHERE turing_task_id IN (${atAnEnd(of)})`,
  ),
  fc.record({ number, duration }).map(
    (of) => `INSERT INTO core.task
          (turing_task_id, project_id, turing_batch_id, status, completed_at, duration_minutes)
        SELECT max(turing_task_id) + id, 1, 1, 'delivered', '2026-03-01T20:00:00Z',
          ${of.duration} + id % 3
        FROM generate_series(1, ${of.number}) AS id, core.task
        GROUP BY id`,
  ),
);

it('AGG-9 AGG-26 keep the next durations of each side in order, whatever comes and goes', async () => {
  let exhausted = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(change, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 6 }),
      async (transactions) => {
        await db.query('ROLLBACK');
        await db.query('DELETE FROM core.task');
        await add(1, TASKS);
        for (const statements of transactions) {
          await db.query('BEGIN');
          for (const statement of statements) await db.query(statement);
          if ((await commit()) > 0) exhausted += 1;
          expect(await verifyAggregates(db)).toEqual([]);
          expect(await outOfOrder()).toEqual([]);
        }
      },
    ),
    { numRuns: runs(25) },
  );
  expect(exhausted).toBeGreaterThan(0);
});

it('AGG-26 reads no other task, until all kept durations of a side went', async () => {
  const removal = (ids: string) =>
    searchesDuring(`DELETE FROM core.task WHERE turing_task_id IN (${ids})`);
  expect(await removal(`SELECT generate_series(1, 15)`)).toBe(0);
  expect(await removal(`SELECT generate_series(46, 60)`)).toBe(0);
  expect(
    await searchesDuring('UPDATE core.task SET duration_minutes = 50 - duration_minutes'),
  ).toBeGreaterThan(0);
  expect(await verifyAggregates(db)).toEqual([]);
});

/** Tasks of one day, whose durations are their ids. */
async function add(first: number, last: number): Promise<void> {
  await db.query(
    `INSERT INTO core.task
       (turing_task_id, project_id, turing_batch_id, status, completed_at, duration_minutes)
     SELECT id, 1, 1, 'delivered', '2026-03-01T20:00:00Z', id FROM generate_series($1::int, $2::int) AS id`,
    [first, last],
  );
}

function atAnEnd({ number: most, order: by }: { number: number; order: string }): string {
  return `SELECT turing_task_id FROM core.task ORDER BY duration_minutes ${by}, 1 LIMIT ${most}`;
}

async function searchesDuring(statement: string): Promise<number> {
  await db.query('BEGIN');
  await db.query(statement);
  return commit();
}

/** Resolves to the number of times that the update of the read models has searched the tasks, other than by their ids. */
async function commit(): Promise<number> {
  const before = await searches();
  await db.query('SET CONSTRAINTS ALL IMMEDIATE');
  const after = await searches();
  await db.query('COMMIT');
  return after - before;
}

async function searches(): Promise<number> {
  const [row] = await db.query<{ number: string }>(
    `SELECT sum(pg_stat_get_xact_numscans(indexrelid)) AS number
     FROM pg_index WHERE indrelid = 'core.task'::regclass AND NOT indisprimary`,
  );
  return Number(row?.number);
}

/** The rows whose kept durations are not the outermost ones of their tasks. */
function outOfOrder() {
  return db.query(`
    SELECT stored.*
    FROM agg.duration_day AS stored
    CROSS JOIN LATERAL (
      SELECT array_agg(duration_minutes ORDER BY duration_minutes) AS upwards,
        array_agg(duration_minutes ORDER BY duration_minutes DESC) AS downwards
      FROM core.task
      WHERE core.activity_day(completed_at, updated_at, created_at) = activity_day
    ) AS counted
    WHERE duration_min || next_min <> upwards[1:1 + cardinality(next_min)]
      OR duration_max || next_max <> downwards[1:1 + cardinality(next_max)]`);
}
