import { isDeepStrictEqual } from 'node:util';
import { REPORTING_VIEWS } from '@portal/persistence/reporting/views';
import { checkQuery } from '@portal/sql-guard/check-query';
import { SECRET } from '@portal/testing/hostile-world';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.js';
import { ProblemException } from '../problems/problem.js';
import { Sandbox } from './sandbox.js';
import { type Catalog, readCatalog } from './spec-support/isolation/catalog.js';
import { type Outcome, outcomeOf } from './spec-support/isolation/outcome.js';
import { barriersOf, rowsRead } from './spec-support/isolation/plan.js';
import { type Question, Questions } from './spec-support/isolation/questions.js';
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
const SEED = Number(process.env['PORTAL_TEST_SEED'] ?? 1);
const LONG_MS = 3_600_000;

/** Ways to plan a query: no right of the roles keeps them from choosing one. */
const PLANNERS = [
  [],
  ['enable_seqscan = on'],
  ['enable_seqscan = on', 'enable_indexscan = off', 'enable_bitmapscan = off'],
  ['max_parallel_workers_per_gather = 4', 'debug_parallel_query = on', 'parallel_setup_cost = 0'],
  ['enable_hashjoin = off', 'enable_mergejoin = off', 'enable_material = off'],
  ['enable_nestloop = off', 'enable_hashagg = off', 'join_collapse_limit = 1'],
];

/** All projects in one database; only the empty one; only the own one. */
let full: World;
let bare: World;
let alone: World;
let catalog: Catalog;
let views: string[];
let questions: Questions;
/** A project without rows: beside the others, and by itself. */
let empty: { beside: pg.Client; alone: pg.Client };
/** A project with rows: beside the others, and by itself. */
let own: { beside: pg.Client; alone: pg.Client };

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
  const values = await foreignValues();
  questions = new Questions(
    catalog.columns,
    catalog,
    ({ view, name }) => values.get(`${view}.${name}`) ?? 'NULL',
  );
});
afterAll(async () => {
  for (const world of [full, bare, alone]) await world.stop();
});

/** By `view.column`: a value of the project that nobody may see, as a literal. */
async function foreignValues(): Promise<Map<string, string>> {
  const foreign = await full.connect(FOREIGN);
  const values = new Map<string, string>();
  for (const { view, name } of catalog.columns) {
    const { rows } = await foreign.query<{ value: string }>(
      `SELECT quote_literal(${name}::text) AS value FROM ${view} WHERE ${name} IS NOT NULL LIMIT 1`,
    );
    values.set(`${view}.${name}`, rows[0]?.value ?? 'NULL');
  }
  return values;
}

/** Some questions for each way to plan; all of them in the long run. */
function* asked(planner: number, share = 1): Generator<Question> {
  const most = IS_LONG ? questions.count : SAMPLE;
  yield* questions.sample(Math.ceil((most * share) / PLANNERS.length), SEED + planner);
}

async function planBy(client: pg.Client, settings: readonly string[]): Promise<void> {
  const all = ['idle_session_timeout = 0', ...settings];
  await client.query(['RESET ALL', ...all.map((setting) => `SET ${setting}`)].join('; '));
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
        for (const { of, sql } of asked(planner)) {
          const outcome = await outcomeOf(empty.beside, sql);
          const expected = await outcomeOf(empty.alone, sql);
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
          const outcome = await outcomeOf(own.beside, sql);
          const expected = await outcomeOf(own.alone, sql);
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
      for (const view of views) {
        expect(await rowsRead(own.beside, `SELECT * FROM ${view}`)).toBeGreaterThan(0);
      }
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

  it('SBX-40 find the views that showed rows of others: those with UNION ALL', async () => {
    const leaks = async (): Promise<number> => {
      let found = 0;
      for (const settings of PLANNERS) {
        await planBy(empty.beside, settings);
        for (const { sql } of questions.sample(400, SEED)) {
          const outcome = await outcomeOf(empty.beside, sql);
          if (!isAlike(outcome, await outcomeOf(empty.alone, sql), false)) found += 1;
        }
      }
      return found;
    };
    for (const { name, columns, from, project } of REPORTING_VIEWS) {
      const bound = '(SELECT binding.project_id FROM reporting.binding)';
      const select = `SELECT ${columns.join(', ')} FROM ${from} WHERE`;
      await full.admin.query(`CREATE OR REPLACE VIEW reporting.${name} WITH (security_barrier) AS
        ${select} ${project} = ${bound} UNION ALL ${select} ${bound} = 0`);
    }
    expect(await leaks()).toBeGreaterThan(5);
  });
});

function serverOn(databaseUrl: string): Promise<TestServer> {
  return startTestServer({ databaseUrl, config: { demo: false, jwtSecret: SECRET_KEY } });
}

function relations(): Record<string, string[]> {
  const columnsOf = (view: string): string[] =>
    catalog.columns.filter((column) => column.view === view).map(({ name }) => name);
  return Object.fromEntries(views.map((view) => [view, columnsOf(view)]));
}

/** Whether the query gives the same rows each time; a query that the guard refuses is run as well. */
function isDeterministic(sql: string): boolean {
  const check = checkQuery(sql, relations());
  return check.ok ? check.isSteady : !/random|shuffle|sample|now\(|clock|timeofday|age\(/.test(sql);
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
