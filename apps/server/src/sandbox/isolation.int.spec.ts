import { isDeepStrictEqual } from 'node:util';
import { checkQuery } from '@portal/sql-guard/check-query';
import { SECRET } from '@portal/testing/hostile-world';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.js';
import { ProblemException } from '../problems/problem.js';
import { Sandbox } from './sandbox.js';
import { type Catalog, readCatalog } from './spec-support/isolation/catalog.js';
import { makeViewsLeak } from './spec-support/isolation/leaking-views.js';
import { type Outcome, outcomeOf } from './spec-support/isolation/outcome.js';
import { barriersOf, expectationsOf, rowsRead } from './spec-support/isolation/plan.js';
import { PLANNERS, planBy } from './spec-support/isolation/planners.js';
import { type Question, Questions } from './spec-support/isolation/questions.js';
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

/** `npm run test:long` asks every question. */
const IS_LONG = process.env['PORTAL_TEST_LONG'] !== undefined;
const SAMPLE = 2_500;
/** Shares no factor with the numbers of ways to write a signal. */
const SIGNALS_APART = 29;
const SEED = Number(process.env['PORTAL_TEST_SEED'] ?? 1);
const LONG_MS = 3_600_000;

type Pair = Readonly<Record<'beside' | 'alone', pg.Client>>;

/** All projects in one database; only the empty one; only the own one. */
let full: World;
let bare: World;
let alone: World;
let catalog: Catalog;
let views: string[];
let questions: Questions;
let signals: readonly Question[];
let foreignValue: ValueOf;
/** A project without rows: beside the others, and by itself. */
let empty: Pair;
/** A project with rows: beside the others, and by itself. */
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
  questions = new Questions(catalog.columns, catalog, foreignValue);
  signals = signalsOf(catalog.columns, foreignValue);
});
afterAll(async () => {
  for (const world of [full, bare, alone]) await world.stop();
});

/** Some questions for each way to plan; all of them in the long run. */
function* asked(planner: number, share = 1): Generator<Question> {
  const most = IS_LONG ? questions.count : SAMPLE;
  yield* questions.sample(Math.ceil((most * share) / PLANNERS.length), SEED + planner);
}

/** Some signals for each way to plan; all of them in the long run. */
function signalled(planner: number): readonly Question[] {
  return IS_LONG
    ? signals
    : signals.filter((_, index) => (index + SEED + planner) % SIGNALS_APART === 0);
}

describe.each(PLANNERS.map((settings, planner) => ({ settings, planner })))(
  'queries made of the reporting schema, planned with $settings',
  ({ settings, planner }) => {
    it(
      'SBX-40 in a project without rows end as in an empty database',
      { timeout: LONG_MS },
      async () => {
        for (const client of Object.values(empty)) await planBy(client, settings);
        const wrong: unknown[] = [];
        let rows = 0;
        let count = 0;
        for (const { of, sql } of [...asked(planner), ...signalled(planner)]) {
          const [outcome, expected] = await outcomesOf(empty, sql);
          count += 1;
          if (outcome.kind === 'rows') rows += 1;
          if (!isAlike(outcome, expected, isDeterministic(sql))) {
            wrong.push({ of, sql, outcome, expected });
          }
        }
        expect(wrong).toEqual([]);
        expect(rows).toBeGreaterThan(0.9 * count);
      },
    );

    it(
      'SBX-41 in a project with rows end as in a database of its own',
      { timeout: LONG_MS },
      async () => {
        for (const client of Object.values(own)) await planBy(client, settings);
        const wrong: unknown[] = [];
        const kinds = { rows: 0, error: 0 };
        for (const { of, sql, dependsOnOrder } of asked(planner)) {
          const [outcome, expected] = await outcomesOf(own, sql);
          kinds[outcome.kind] += 1;
          const isWrong = !dependsOnOrder && !isAlike(outcome, expected, isDeterministic(sql));
          if (isWrong || SECRET.test(withoutQuery(outcome)))
            wrong.push({ of, sql, outcome, expected });
        }
        expect(wrong).toEqual([]);
        // Both happen, or there is nothing to compare.
        expect(Math.min(kinds.rows, kinds.error)).toBeGreaterThan(20);
      },
    );
  },
);

describe('queries made of the reporting schema', () => {
  it(
    'SBX-40 in a project without rows read no row of another, but one that they name by its key',
    { timeout: LONG_MS },
    async () => {
      for (const client of Object.values(empty)) await planBy(client, []);
      const wrong: unknown[] = [];
      for (const { of, sql } of asked(0)) {
        const more = (await rowsRead(empty.beside, sql)) - (await rowsRead(empty.alone, sql));
        if (more > 2) wrong.push({ of, sql, more });
      }
      expect(wrong).toEqual([]);
    },
  );

  it(
    'SBX-40 end so with the parser and the runner before the role',
    { timeout: LONG_MS },
    async () => {
      const server = await serverOn(full.url);
      try {
        const sandbox = server.app.get(Sandbox);
        let passed = 0;
        let count = 0;
        for (const { of, sql } of asked(0, 0.5)) {
          count += 1;
          const check = checkQuery(sql, relations());
          if (!check.ok) continue;
          passed += 1;
          const run = { sql: check.sql, projectId: EMPTY, timeoutSeconds: 5, maxRows: 1_000 };
          const ended = await sandbox.run(run).then(
            ({ rowCount }) => rowCount,
            (error: unknown) => (error instanceof ProblemException ? error.detail : String(error)),
          );
          const expected = await outcomeOf(empty.alone, sql);
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
    },
  );

  it('SBX-42 have no condition below the filter of the project', async () => {
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

  it('SBX-45 read the rows of their project and no others', async () => {
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

  it('SBX-44 are planned alike whether another project has a value or not', async () => {
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

  it('SBX-40 find the views that showed rows of others: plain ones, and with UNION ALL', async () => {
    const leaks = async (asked: (planner: number) => Iterable<Question>): Promise<number> => {
      let found = 0;
      for (const [planner, settings] of PLANNERS.entries()) {
        await planBy(empty.beside, settings);
        for (const { sql } of asked(planner)) {
          const [outcome, expected] = await outcomesOf(empty, sql);
          if (!isAlike(outcome, expected, false)) found += 1;
        }
      }
      return found;
    };
    await makeViewsLeak(full.admin, 'plain');
    expect(await leaks((planner) => signalled(planner).slice(0, 100))).toBeGreaterThan(20);
    await makeViewsLeak(full.admin, 'UNION ALL');
    expect(await leaks(() => questions.sample(200, SEED))).toBeGreaterThan(5);
  });
});

function serverOn(databaseUrl: string): Promise<TestServer> {
  return startTestServer({ databaseUrl, config: { demo: false, jwtSecret: SECRET_KEY } });
}

/** Of the query in both databases, at the same time. */
function outcomesOf({ beside, alone }: Pair, sql: string): Promise<[Outcome, Outcome]> {
  return Promise.all([outcomeOf(beside, sql), outcomeOf(alone, sql)]);
}

function relations(): Record<string, string[]> {
  const columnsOf = (view: string): string[] =>
    catalog.columns.filter((column) => column.view === view).map(({ name }) => name);
  return Object.fromEntries(views.map((view) => [view, columnsOf(view)]));
}

/** Whether the query gives the same rows each time; a query that the guard refuses is run as well. */
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

/** What came back. An error before the first row quotes the query, which may name a foreign value. */
function withoutQuery(outcome: Outcome): string {
  if (outcome.kind === 'rows') return outcome.rows.join('\n');
  return outcome.message.includes('"position"') ? '' : outcome.message;
}
