import { isDeepStrictEqual } from 'node:util';
import { checkQuery } from '@portal/sql-guard/check-query';
import { functionNames } from '@portal/sql-guard/functions';
import { SECRET } from '@portal/testing/hostile-world';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.js';
import { ProblemException } from '../problems/problem.js';
import { Sandbox } from './sandbox.js';
import { type Catalog, readCatalog, type ViewColumn } from './spec-support/isolation/catalog.js';
import { typesLeftOut } from './spec-support/isolation/expressions.js';
import { makeViewsLeak } from './spec-support/isolation/leaking-views.js';
import { type Outcome, outcomeOf } from './spec-support/isolation/outcome.js';
import {
  barriersOf,
  expectationsOf,
  indexConditionsOf,
  rowsRead,
} from './spec-support/isolation/plan.js';
import { PLANNERS, planBy } from './spec-support/isolation/planners.js';
import { type GeneratedQuery, QueryGenerator } from './spec-support/isolation/query-generator.js';
import { signalsOf } from './spec-support/isolation/signals.js';
import {
  isId,
  nobodysValue,
  type ValueOf,
  valuesSeenBy,
} from './spec-support/isolation/values-of-columns.js';
import {
  EMPTY,
  FOREIGN,
  openWorld,
  OWN,
  SECRET_KEY,
  type World,
} from './spec-support/isolation/worlds.js';

/** `npm run test:long` runs every generated query. */
const IS_LONG = process.env['PORTAL_TEST_LONG'] !== undefined;
const SAMPLE = 400;
/** Prime to the numbers of tests, alarms and places, so that each of them is sampled. */
const SIGNALS_APART = 71;
const SEED = Number(process.env['PORTAL_TEST_SEED'] ?? 1);

type Pair = Readonly<Record<'beside' | 'alone', pg.Client>>;

/** Databases with all projects, with only the empty one and with only the own one. */
let full: World;
let bare: World;
let alone: World;
let catalog: Catalog;
let views: string[];
let queries: QueryGenerator;
let signals: readonly GeneratedQuery[];
let foreignValue: ValueOf;
/** A project without rows, in a database with others and in one without. */
let empty: Pair;
/** A project with rows, in a database with others and in one without. */
let own: Pair;

beforeAll(async () => {
  [full, bare, alone] = await Promise.all([
    openWorld([OWN, FOREIGN, EMPTY]),
    openWorld([EMPTY]),
    openWorld([OWN]),
  ]);
  empty = { beside: await full.connect(EMPTY), alone: await bare.connect(EMPTY) };
  own = { beside: await full.connect(OWN), alone: await alone.connect(OWN) };
  catalog = await readCatalog(full.admin);
  views = [...new Set(catalog.columns.map(({ view }) => view))];
  foreignValue = await valuesSeenBy(await full.connect(FOREIGN), catalog.columns);
  queries = new QueryGenerator(catalog.columns, catalog, foreignValue);
  signals = signalsOf(catalog.columns, foreignValue);
});
afterAll(async () => {
  for (const world of [full, bare, alone]) await world.stop();
});

/** A sample of the queries for each planner; all queries in the long run. */
function* sampledQueries(planner: number, share = 1): Generator<GeneratedQuery> {
  const most = IS_LONG ? queries.count : SAMPLE;
  yield* queries.sample(Math.ceil((most * share) / PLANNERS.length), SEED + planner);
}

/** A sample of the signals for each planner; all signals in the long run. */
function sampledSignals(planner: number): readonly GeneratedQuery[] {
  return IS_LONG
    ? signals
    : signals.filter((_, index) => (index + SEED + planner) % SIGNALS_APART === 0);
}

describe.each(PLANNERS.map((settings, planner) => ({ settings, planner })))(
  'generated queries, planned with $settings',
  ({ settings, planner }) => {
    it('SBX-40 in a project without rows return the same as in an empty database', async () => {
      for (const client of Object.values(empty)) await planBy(client, settings);
      const wrong: unknown[] = [];
      let rows = 0;
      let count = 0;
      for (const { of, sql } of [...sampledQueries(planner), ...sampledSignals(planner)]) {
        const [outcome, expected] = await outcomesOf(empty, sql);
        count += 1;
        if (outcome.kind === 'rows') rows += 1;
        if (!isAlike(outcome, expected, isDeterministic(sql))) {
          wrong.push({ of, sql, outcome, expected });
        }
      }
      expect(wrong).toEqual([]);
      expect(rows).toBeGreaterThan(0.9 * count);
    });

    it('SBX-41 in a project with rows return the same as in a database with this project alone', async () => {
      for (const client of Object.values(own)) await planBy(client, settings);
      const wrong: unknown[] = [];
      const kinds = { rows: 0, error: 0 };
      for (const { of, sql, dependsOnOrder } of sampledQueries(planner)) {
        const [outcome, expected] = await outcomesOf(own, sql);
        kinds[outcome.kind] += 1;
        const isWrong = !dependsOnOrder && !isAlike(outcome, expected, isDeterministic(sql));
        if (isWrong || SECRET.test(withoutQuery(outcome)))
          wrong.push({ of, sql, outcome, expected });
      }
      expect(wrong).toEqual([]);
      // Both kinds must occur, or nothing is compared.
      expect(Math.min(kinds.rows, kinds.error)).toBeGreaterThan(0);
    });
  },
);

describe('generated queries', () => {
  it('SBX-40 in a project without rows read no row of another project, except one named by its key', async () => {
    for (const client of Object.values(empty)) await planBy(client, []);
    const wrong: unknown[] = [];
    for (const { of, sql } of sampledQueries(0)) {
      const more = (await rowsRead(empty.beside, sql)) - (await rowsRead(empty.alone, sql));
      if (more > 2) wrong.push({ of, sql, more });
    }
    expect(wrong).toEqual([]);
  });

  it('SBX-40 return the same through the guard and the runner', async () => {
    const server = await serverOn(full.url);
    try {
      const sandbox = server.app.get(Sandbox);
      let passed = 0;
      let count = 0;
      for (const { of, sql, dependsOnOrder } of sampledQueries(0, 0.5)) {
        count += 1;
        const check = checkQuery(sql, relations());
        if (!check.ok) continue;
        passed += 1;
        // Each second query runs in the project with rows.
        const [projectId, client] =
          count % 2 === 0 && !dependsOnOrder && check.isDeterministic
            ? [OWN, own.alone]
            : [EMPTY, empty.alone];
        const run = { sql: check.sql, projectId, timeoutSeconds: 5, maxRows: 1_000 };
        const ended = await sandbox.run(run).then(
          ({ rowCount }) => rowCount,
          (error: unknown) => (error instanceof ProblemException ? error.detail : String(error)),
        );
        const expected = await outcomeOf(client, sql);
        const kind = typeof ended === 'number' ? 'rows' : 'error';
        expect({ of, sql, kind }).toEqual({ of, sql, kind: expected.kind });
        if (expected.kind === 'rows')
          expect({ of, ended }).toEqual({ of, ended: expected.rows.length });
        else expect(ended).not.toMatch(SECRET);
      }
      expect(passed).toBeGreaterThan(0.8 * count);
    } finally {
      await server.stop();
    }
  });

  it('SBX-40 leave out only calls with types of which a query cannot make a value', async () => {
    const left = typesLeftOut(catalog);
    const made = await full.admin.query<{ type: string }>(TYPES_MADE, [
      catalog.types,
      [...functionNames()],
      left,
    ]);
    expect(made.rows.length).toBeGreaterThan(20);
    expect(made.rows.filter(({ type }) => left.includes(type))).toEqual([]);
  });

  it('SBX-42 have no condition below the project filter', async () => {
    const mark = 'qz7mark';
    for (const settings of PLANNERS) {
      await planBy(own.beside, settings);
      for (const { view, name } of catalog.columns) {
        for (const text of [
          `SELECT * FROM ${view} AS t WHERE t.${name}::text || 'x' <> '${mark}'`,
          `SELECT * FROM ${view} AS t JOIN ${view} AS u ON t.${name}::text || 'x' = u.${name}::text || '${mark}'`,
          `SELECT 1 FROM projects p WHERE EXISTS (SELECT FROM ${view} AS t WHERE t.${name}::text || p.name <> '${mark}')`,
          `SELECT t.${name}::text || '${mark}' FROM ${view} AS t ORDER BY 1 LIMIT 1`,
        ]) {
          const barriers = await barriersOf(own.beside, text);
          expect(barriers).not.toEqual([]);
          expect({ text, leaks: barriers.filter((below) => below.includes(mark)) }).toEqual({
            text,
            leaks: [],
          });
        }
      }
    }
  });

  it('SBX-42 have no condition of an index below the project filter but on the id of a task', async () => {
    const searched: ViewColumn[] = [];
    for (const settings of PLANNERS) {
      await planBy(own.beside, settings);
      for (const column of catalog.columns) {
        const { view, name, type } = column;
        const where = `WHERE ${name} = ${nobodysValue(column)}::${type}`;
        const conditions = await indexConditionsOf(own.beside, `SELECT * FROM ${view} ${where}`);
        const usual = await indexConditionsOf(own.beside, `SELECT * FROM ${view}`);
        if (conditions.some((one) => !usual.includes(one))) searched.push(column);
      }
    }
    expect(searched.filter((column) => !isId(column))).toEqual([]);
    // The conditions on ids show that the test sees them.
    expect(searched.length).toBeGreaterThan(0);
  });

  it('SBX-45 read only the rows of their project', async () => {
    for (const settings of [[], ['enable_nestloop = off'], ['enable_indexscan = off']]) {
      for (const client of Object.values(own)) await planBy(client, settings);
      for (const view of views) {
        const text = `SELECT * FROM ${view}`;
        const count = await rowsRead(own.alone, text);
        expect(count).toBeGreaterThan(0);
        expect({ settings, view, more: (await rowsRead(own.beside, text)) - count }).toEqual({
          settings,
          view,
          more: 0,
        });
      }
    }
  });

  it('SBX-44 have the same plan whether another project has the value or not', async () => {
    await planBy(own.beside, []);
    for (const column of catalog.columns.filter((each) => !isId(each))) {
      for (const operator of ['=', '<>', '>=']) {
        const expectations = async (value: string): Promise<unknown> => ({
          column,
          operator,
          plan: await expectationsOf(
            own.beside,
            `SELECT * FROM ${column.view} WHERE ${column.name} ${operator} ${value}::${column.type}`,
          ),
        });
        expect(await expectations(foreignValue(column))).toEqual(
          await expectations(nobodysValue(column)),
        );
      }
    }
  });

  it('SBX-40 detect leaking views: plain ones and those with UNION ALL', async () => {
    /** The number of leaks that the first queries find; no more than `enough`. */
    const leaks = async (
      enough: number,
      queriesFor: (planner: number) => Iterable<GeneratedQuery>,
    ): Promise<number> => {
      let found = 0;
      for (const [planner, settings] of PLANNERS.entries()) {
        await planBy(empty.beside, settings);
        for (const { sql } of queriesFor(planner)) {
          const [outcome, expected] = await outcomesOf(empty, sql);
          if (!isAlike(outcome, expected, false)) found += 1;
          if (found === enough) return found;
        }
      }
      return found;
    };
    await makeViewsLeak(full.admin, 'plain');
    expect(await leaks(20, (planner) => sampledSignals(planner).slice(0, 100))).toBe(20);
    await makeViewsLeak(full.admin, 'UNION ALL');
    expect(await leaks(5, () => queries.sample(200, SEED))).toBe(5);
  });
});

/** The types of permitted casts, and those that permitted functions return for arguments of types not left out. */
const TYPES_MADE = `
SELECT format_type(name::regtype, NULL) AS type FROM unnest($1::text[]) AS name
UNION
SELECT format_type(prorettype, NULL) FROM pg_proc
WHERE pronamespace = 'pg_catalog'::regnamespace AND proname = ANY ($2)
  AND NOT EXISTS (
    SELECT FROM unnest(proargtypes) AS argument WHERE format_type(argument, NULL) = ANY ($3))`;

function serverOn(databaseUrl: string): Promise<TestServer> {
  return startTestServer({ databaseUrl, config: { demo: false, jwtSecret: SECRET_KEY } });
}

/** The outcomes of the query in both databases, run concurrently. */
function outcomesOf({ beside, alone }: Pair, sql: string): Promise<[Outcome, Outcome]> {
  return Promise.all([outcomeOf(beside, sql), outcomeOf(alone, sql)]);
}

function relations(): Record<string, string[]> {
  const columnsOf = (view: string): string[] =>
    catalog.columns.filter((column) => column.view === view).map(({ name }) => name);
  return Object.fromEntries(views.map((view) => [view, columnsOf(view)]));
}

/** Whether the query returns the same rows each time. Queries that the guard refuses run too. */
function isDeterministic(sql: string): boolean {
  const check = checkQuery(sql, relations());
  return check.ok
    ? check.isDeterministic
    : !/random|shuffle|sample|now\(|clock|timeofday|age\(/.test(sql);
}

function isAlike(one: Outcome, other: Outcome, isSame: boolean): boolean {
  if (one.kind === 'error' || other.kind === 'error') {
    return one.kind === 'error' && other.kind === 'error' && one.code === other.code;
  }
  return !isSame || isDeepStrictEqual(one.rows, other.rows);
}

/** The response, without errors that have a position: they quote the query and its foreign value. */
function withoutQuery(outcome: Outcome): string {
  if (outcome.kind === 'rows') return outcome.rows.join('\n');
  return outcome.message.includes('"position"') ? '' : outcome.message;
}
