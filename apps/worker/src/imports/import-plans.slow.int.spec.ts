import { verifyAggregates } from '@portal/persistence/aggregates/verify';
import { connectTo } from '@portal/testing/query-client';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ImportWorld } from './spec-support/import-world.js';
import { fileOf, review, row } from './spec-support/rows.js';
import { explainSessions, type Visit, visitOf } from './spec-support/visited-rows.js';

const visits: Visit[] = [];

/** Reads the notices of the connection that the import opens. */
beforeEach(() => {
  const { emit } = pg.Client.prototype;
  vi.spyOn(pg.Client.prototype, 'emit').mockImplementation(function (
    this: pg.Client,
    event: string | symbol,
    ...values: { message?: string }[]
  ) {
    const visit = event === 'notice' ? visitOf(values[0]?.message ?? '') : undefined;
    if (visit !== undefined) visits.push(visit);
    return emit.call(this, event, ...values);
  });
});

/** The stored ids are the multiples of four; every second task has a review. */
const STORED = 12_000;
const ROWS = 300;
/**
 * A scan of a stored table, or of the file per row, visits more rows. The largest of all others are the 16 kept
 * extremes of each changed row of durations.
 */
const MOST_VISITED = 18 * ROWS;

const stored = (id: number) =>
  row(id, {
    turing_batch_id: 7 + (id % 5),
    user_email: `p${id % 40}@example.com`,
    completed_at: new Date(Date.UTC(2026, 0, 1 + (id % 290))).toISOString(),
    duration_minutes: id % 97,
    reviews: id % 8 === 0 ? [review(id)] : [],
  });
const changed = (id: number) => ({
  ...stored(id),
  turing_batch_id: 7 + ((id + 1) % 5),
  user_email: `q${id % 40}@example.com`,
  status: 'rework',
  duration_minutes: 98,
  target_model: 'm2',
  reviews: [review(id + 1, { submitted_at: '2026-06-03T08:00:00Z' })],
});

const ids = (first: number, step: number) =>
  Array.from({ length: ROWS }, (_, n) => first + step * n);
/** Adjacent ids, or ids spread over all stored ones; different ones for each run. */
const near = (run: number) => ids(4 + 4 * ROWS * run, 4);
const spread = (run: number) => ids(4 + 4 * run + 16 * ROWS, 4 * Math.floor(STORED / ROWS / 2));

/** The rows of each file, by name; `run` is 0 to 3. */
const FILES: Readonly<Record<string, (run: number) => unknown[]>> = {
  'new tasks above all stored ones': (run) => ids(8 * STORED + 8 * ROWS * run, 8).map(stored),
  'new tasks between stored ones': (run) => near(run).map((id) => stored(id + 1)),
  'new tasks spread over stored ones': (run) => spread(run).map((id) => stored(id + 2)),
  'the same tasks': (run) => near(run).map(stored),
  'the same tasks, spread': (run) => spread(run).map(stored),
  'a new status and date': (run) =>
    near(run).map((id) => ({
      ...stored(id),
      status: 'rework',
      updated_at: '2026-06-05T10:00:00Z',
    })),
  'everything changed': (run) => near(run).map(changed),
  'everything changed, spread': (run) => spread(run).map(changed),
  '1 % changed': (run) =>
    near(run).map((id, n) => (n % 100 === 0 ? { ...changed(id), status: 'failed' } : changed(id))),
};

const KEYED = ['core.task', 'core.task_review', 'agg.user_review'];
const TABLES = `SELECT oid FROM pg_class
  WHERE relkind = 'r' AND relnamespace IN ('core'::regnamespace, 'agg'::regnamespace)`;

const histogram = (bounds: string) => async (db: ImportWorld['db']) => {
  for (const table of KEYED) {
    const [schema, name] = table.split('.');
    await db.query(
      `SELECT pg_restore_attribute_stats('schemaname', $1::text, 'relname', $2::text,
         'attname', 'turing_task_id', 'inherited', false, 'version', 180000, 'null_frac', 0::real,
         'avg_width', 8, 'n_distinct', (-1)::real, 'correlation', 1::real,
         'histogram_bounds', $3::text)`,
      [schema, name, bounds],
    );
  }
};
const size = (rows: number, pages: number) => (db: ImportWorld['db']) =>
  db.query(`UPDATE pg_class SET reltuples = ${rows}, relpages = ${pages} WHERE oid IN (${TABLES})`);
const bounds = (from: number, to: number) =>
  `{${Array.from({ length: 100 }, (_, n) => from + n * Math.floor((to - from) / 100)).join(',')},1800000000000000}`;

const STATISTICS: Readonly<Record<string, (db: ImportWorld['db']) => Promise<unknown>>> = {
  'whose histogram ends below the ids': histogram('{-300,-200,-100}'),
  'whose histogram has the ids in a gap': histogram(bounds(7_000_001, 21_000_000)),
  'that take the tables for empty': size(0, 500),
  'that take the tables for huge': size(1e12, 100),
};

let world: ImportWorld;
beforeAll(async () => {
  world = await ImportWorld.create();
  const rows = Array.from({ length: STORED }, (_, n) => stored(4 * n + 4));
  await world.import(fileOf(...rows));
  await world.db.query('ANALYZE');
  await explainSessions(world.db);
});
afterEach(() => world.db.query('UPDATE core.project SET import_rules = NULL'));
afterAll(() => world.drop());

describe.each(Object.entries(STATISTICS).map(([name, make], run) => ({ name, make, run })))(
  'an import with statistics $name',
  ({ make, run }) => {
    it.each(Object.entries(FILES))(
      'IMP-48 visits rows in proportion to the file: %s',
      async (_name, rowsOf) => {
        await make(world.db);
        visits.length = 0;
        const done = await world.import(fileOf(...rowsOf(run)));
        expect(done).toMatchObject({ state: 'completed', rows_total: ROWS });
        expect(visits.some(({ statement }) => statement.includes('core.task'))).toBe(true);
        expect(visits.filter(({ rows }) => rows > MOST_VISITED)).toEqual([]);
      },
    );

    it('IMP-48 visits rows in proportion to the file if its project has rules', async () => {
      await world.rule('Alpha', {
        ...{ required: ['user_email', 'completed_at'], statuses: ['completed', 'rework'] },
        ...{ max_changed_percent: 100, max_sent_back_percent: 100 },
      });
      const rowsOf = (ids: readonly number[]) =>
        ids.map((id) => ({ ...changed(id), user_email: undefined, status: undefined }));
      for (const ids of [near(run), spread(run)]) {
        await make(world.db);
        visits.length = 0;
        const done = await world.import(fileOf(...rowsOf(ids)));
        expect(done).toMatchObject({ state: 'completed', shares: [{ project: 'Alpha' }] });
        expect(visits.some(({ statement }) => statement.includes('rule_breaker'))).toBe(true);
        expect(visits.filter(({ rows }) => rows > MOST_VISITED)).toEqual([]);
      }
    });
  },
);

it('IMP-137 an import without rules runs no statement of them', async () => {
  const ofRules = async () => {
    visits.length = 0;
    await world.import(fileOf({ ...changed(4), user_email: undefined, number_of_turns: 77 }));
    const of = /file_rule|rule_breaker|stored_project|SELECT DISTINCT project_id FROM stage_task/;
    return visits.filter(({ statement }) => of.test(statement)).length;
  };
  expect(await ofRules()).toBe(0);
  await world.rule('Alpha', { required: ['user_email'], max_changed_percent: 100 });
  expect(await ofRules()).toBeGreaterThan(3);
});

it('AGG-25 a recount is as fast if the statistics take the tables for empty', async () => {
  await size(0, 500)(world.db);
  const client = await connectTo(world.url);
  expect(await verifyAggregates(client)).toEqual([]);
  await client.close();
});
