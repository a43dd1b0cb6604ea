import { type ListQuery, listQuerySchema, MAX_EXACT_TOTAL } from '@portal/contracts/lists';
import type { Permission } from '@portal/contracts/permissions';
import type { Caller } from '@portal/domain/caller';
import { rebuildAggregates } from '@portal/persistence/aggregates/rebuild';
import { readEntities } from '@portal/persistence/data-source';
import { Db } from '@portal/persistence/db';
import type { Queryable } from '@portal/persistence/queryable';
import { sql } from '@portal/persistence/sql';
import { testDatabase, type TestDatabase } from '@portal/testing/postgres';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { presentItem } from '../../lists/read/items.js';
import { INDEXED_SETTINGS } from '../../db/pools.js';
import { readListRequest } from '../../lists/read/list-request.js';
import type { ListRequest } from '../../lists/declare/declared-list.js';
import type { Row } from '../../db/row.js';
import { readPage } from '../../lists/read/list-pages.js';
import { IndexedList } from './indexed-list.js';
import { SORT_TEXT } from '../../lists/read/list-cursor.js';
import { ListStatements, TOTAL } from '../../lists/read/list-statements.js';
import type { Statement } from '../../lists/read/row-sql.js';
import { ListMetadata } from '../../lists/declare/list-metadata.js';
import { REVIEWS } from './reviews.list.js';
import { TASKS } from './tasks.list.js';

const TASK_COUNT = 200_000;
/** Limit of rows that a page and its count may read in all tables: far below half of the tasks. */
const MOST_ROWS = 25_000;

/** Two users of tasks with the same `core.index_key`. */
const SAME_KEY = 'WHEN 0 THEN 658 WHEN 1 THEN 51135';

const planSchema = z.looseObject({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  'Index Cond': z.string().optional(),
  'Actual Rows': z.number(),
  'Actual Loops': z.number(),
  'Rows Removed by Filter': z.number().default(0),
  get Plans() {
    return z.array(planSchema).default([]);
  },
});
type Plan = z.output<typeof planSchema>;
const answerSchema = z.tuple([
  z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: planSchema })]) }),
]);

let database: TestDatabase;
let db: Db;
let indexed: Db;
let table: ListMetadata;
/** The same tasks as if the table were small. */
let plainTable: ListMetadata;
let reviews: ListMetadata;

beforeAll(async () => {
  database = await testDatabase();
  db = Db.open({ url: database.url, applicationName: 'spec' });
  indexed = Db.open({
    url: database.url,
    applicationName: 'spec',
    poolSize: 1,
    settings: INDEXED_SETTINGS,
  });
  const entities = await readEntities();
  table = new ListMetadata(TASKS, entities);
  const { large: _indexes, ...plain } = TASKS;
  plainTable = new ListMetadata(plain, entities);
  reviews = new ListMetadata(REVIEWS, entities);
  await db.transaction(async (tx) => {
    // Disables triggers: one recount is faster than many deltas.
    await tx.query('SET LOCAL session_replication_role = replica');
    await tx.query(sql`
    INSERT INTO core.project (id, name) VALUES (1, 'Alpha'), (2, 'Beta'), (3, 'Gamma')`);
    await tx.query(sql`
    INSERT INTO core.batch (project_id, turing_batch_id, name)
    SELECT project, batch, 'Batch' FROM generate_series(1, 3) AS project, generate_series(1, 20) AS batch`);
    // As skewed as possible: rare values, and half of all values, have the highest keys.
    await tx.query(sql`
    INSERT INTO core.task
      (turing_task_id, project_id, turing_batch_id, user_email, status, completed_at, created_at,
       number_of_turns, target_model)
    SELECT id,
      CASE WHEN id <= ${TASK_COUNT / 4} THEN 1 WHEN id <= ${TASK_COUNT * 0.9} THEN 2 ELSE 3 END,
      CASE WHEN id > ${TASK_COUNT - 20} THEN 20 WHEN id > ${TASK_COUNT / 2} THEN 19 ELSE 1 + id % 18 END,
      CASE WHEN id > ${TASK_COUNT - 20} THEN 'rare@example.com' WHEN id > ${TASK_COUNT * 0.9} THEN NULL
        WHEN id > ${TASK_COUNT / 2} THEN 'busy@example.com'
        ELSE 'user' || CASE id % 300 ${SAME_KEY} ELSE id % 300 END || '@example.com' END,
      CASE WHEN id > ${TASK_COUNT - 20} THEN 'delivered' WHEN id > ${TASK_COUNT / 2} THEN 'pending'
        ELSE 'completed' END,
      CASE WHEN id > ${TASK_COUNT - 20} OR id <= ${TASK_COUNT / 2}
        THEN '2026-01-01T00:00:00Z'::timestamptz + id * interval '10 seconds' END,
      '2026-01-01T00:00:00Z', id % 5,
      CASE WHEN id > ${TASK_COUNT - 1000} THEN 'last' ELSE 'model-' || id % 3 END
    FROM generate_series(1, ${TASK_COUNT}) AS id`);
    await tx.query(sql`
    INSERT INTO core.task_review
      (turing_task_id, turing_review_id, reviewer_email, status, submitted_at)
    SELECT turing_task_id, 1, 'reviewer@example.com', 'accepted',
      '2026-01-02'::timestamptz + turing_task_id * interval '1 second'
    FROM core.task WHERE turing_task_id % 4 = 0`);
    await rebuildAggregates(tx);
  });
  await db.query('ANALYZE');
});
afterAll(async () => {
  await indexed.end();
  await db.end();
  await database.drop();
});

function callerIn(...projects: number[]): Caller {
  const permissions: Permission[] = ['data-upload'];
  return {
    userId: 1,
    email: 'editor@example.com',
    name: 'Editor',
    via: 'session',
    grants: projects.map((id) => ({ project_id: id, project_name: `${id}`, permissions })),
  };
}
const CALLERS = [
  ['of all projects', callerIn(0)],
  ['of two projects', callerIn(2, 3)],
  ['of no project', callerIn()],
] as const;

const HALF_TIME = new Date(Date.UTC(2026, 0, 1) + (TASK_COUNT / 4) * 10_000).toISOString();
const FILTERS: Readonly<Record<string, Record<string, unknown>>> = {
  nothing: {},
  'a project': { project_id: 3 },
  'other projects': { project_id: { ne: 2 } },
  'an unknown project': { project_id: 99 },
  'a task': { turing_task_id: TASK_COUNT },
  'half of the keys': { turing_task_id: { gt: TASK_COUNT / 2 } },
  'no key': { turing_task_id: { gt: TASK_COUNT } },
  'a large batch': { turing_batch_id: 19 },
  'a small batch': { turing_batch_id: { in: [20, 21] } },
  'no batch': { turing_batch_id: 21 },
  'a busy user': { user_email: 'busy@example.com' },
  'a rare user': { user_email: { starts_with: 'rare' } },
  'a user with the key of another': { user_email: 'user658@example.com' },
  'the other user': { user_email: { starts_with: 'user51135' } },
  'many users': { user_email: { contains: 'example' } },
  nobody: { user_email: { contains: 'nobody' } },
  unassigned: { user_email: { is_null: true } },
  assigned: { user_email: { is_null: false } },
  'half by status': { status: 'pending' },
  'a rare status': { status: { in: ['delivered', 'rework'] } },
  'other statuses': { status: { nin: ['pending', 'completed'] } },
  'no status': { status: 'rework' },
  'half by completion': { completed_at: { gte: HALF_TIME } },
  'completed before all': { completed_at: { lt: '2025-01-01T00:00:00Z' } },
  'completed at last': { completed_at: { gte: '2026-01-24T03:00:00Z' } },
  'not completed': { completed_at: { is_null: true } },
  'pending and completed': { status: 'pending', completed_at: { is_null: false } },
  'half of a busy user': { user_email: 'busy@example.com', status: 'pending', project_id: 2 },
};
const QUERIES = [
  {},
  { sort_by: 'turing_task_id', sort_order: 'desc', page: 2 },
  { sort_by: 'completed_at' },
  { sort_by: 'completed_at', sort_order: 'desc' },
];

const SCANS: Readonly<Record<string, { query?: Partial<ListQuery>; filters?: object }>> = {
  'the last model': { query: { sort_by: 'turing_task_id' }, filters: { target_model: 'last' } },
  'the last model in a project': {
    query: { sort_by: 'completed_at', sort_order: 'desc' },
    filters: { target_model: { starts_with: 'la' }, project_id: 3 },
  },
  'another user': {
    query: { sort_by: 'turing_task_id' },
    filters: { user_email: { ne: 'busy@example.com' }, number_of_turns: { gt: 3 } },
  },
  'users searched for, by turns': {
    query: { sort_by: 'number_of_turns', sort_order: 'desc', search: 'RARE' },
  },
  'a large batch by completion': {
    query: { sort_by: 'completed_at', page: 3 },
    filters: { turing_batch_id: 19 },
  },
  'a period by id': {
    query: { sort_by: 'turing_task_id', sort_order: 'desc' },
    filters: { completed_at: { gte: HALF_TIME } },
  },
  'all by turns, a deep page': { query: { sort_by: 'number_of_turns', page: 5000 } },
  'all by turns, the end of the counted rows': {
    query: { sort_by: 'number_of_turns', page: 1001 },
  },
};

function requestOf(query: object, filters: object, of = table): ListRequest {
  return readListRequest(of, listQuerySchema.parse({ ...query, filters: JSON.stringify(filters) }));
}

/** As in production: planned once, without the values. */
async function planOf({ text, values }: Statement): Promise<Plan> {
  const given = values.length > 0 ? `(${values.map(literal).join(', ')})` : '';
  await indexed.query(`PREPARE list AS ${text}`);
  try {
    const answer = await indexed.query(
      `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) EXECUTE list ${given}`,
    );
    const [{ 'QUERY PLAN': plan }] = answerSchema.parse(answer);
    return plan[0].Plan;
  } finally {
    await indexed.query('DEALLOCATE list');
  }
}

function literal(value: unknown): string {
  if (!Array.isArray(value)) return pg.escapeLiteral(String(value));
  return pg.escapeLiteral(`{${value.map((element) => JSON.stringify(element)).join(',')}}`);
}

function nodesOf(plan: Plan): Plan[] {
  return [plan, ...plan.Plans.flatMap(nodesOf)];
}

/** The rows that the leaves of a plan read, including filtered ones. */
function rowsRead(plan: Plan): number {
  return nodesOf(plan)
    .filter(({ Plans }) => Plans.length === 0)
    .reduce(
      (sum, node) =>
        sum + (node['Actual Rows'] + node['Rows Removed by Filter']) * node['Actual Loops'],
      0,
    );
}

const scansTasks = (plan: Plan): boolean =>
  nodesOf(plan).some(
    (node) => node['Node Type'] === 'Seq Scan' && node['Relation Name'] === 'task',
  );

/** As in production without an index: planned with the values. */
async function plannedWith({ text, values }: Statement): Promise<Plan> {
  const answer: unknown = await db.query(
    `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${text}`,
    values,
  );
  const [{ 'QUERY PLAN': plan }] = answerSchema.parse(answer);
  return plan[0].Plan;
}

async function totalOfAll({ text, values }: Statement): Promise<unknown> {
  const [row] = await db.query<{ count: number }>(`SELECT count(*) FROM (${text}) AS t`, values);
  const isEstimate = (row?.count ?? 0) > MAX_EXACT_TOTAL;
  const about: unknown = isEstimate ? expect.any(Number) : row?.count;
  return { total: about, total_is_estimate: isEstimate };
}

async function shownBy(on: Queryable, { text, values }: Statement): Promise<unknown[]> {
  const rows = await on.query<Row>(text, values);
  return rows.map((row) => presentItem(table, row));
}

/** An index that is read for its order only: often it has no match among the first 199,000 tasks. */
const isWalk = (node: Plan): boolean =>
  /^Index (?:Only )?Scan$/.test(node['Node Type']) &&
  /^task(?:_review)?$/.test(node['Relation Name'] ?? '') &&
  node['Index Cond'] === undefined;

/** The errors in the plans of a list; only lists with an index have a bounded plan. */
async function faultsOf(caller: Caller, query: object, filters: object = {}): Promise<string[]> {
  const list = new ListStatements(table, caller, requestOf(query, filters));
  if (list.isScan) return [];
  const plans = {
    page: await planOf(list.page()),
    count: await planOf(list.first()),
  };
  return Object.entries(plans).flatMap(([name, plan]) => [
    ...(scansTasks(plan) ? [`${name} scans all tasks`] : []),
    ...(rowsRead(plan) > MOST_ROWS ? [`${name} reads ${rowsRead(plan)} rows`] : []),
  ]);
}

/** The errors in the plans of the pages by cursor near both ends of a list. */
async function cursorFaultsOf(caller: Caller, query: object, filters?: object): Promise<string[]> {
  const request = requestOf(query, filters ?? {});
  const { direction } = new IndexedList(table, caller, request);
  const reverse = direction === 'asc' ? 'desc' : 'asc';
  const faults: string[] = [];
  for (const near of [direction, reverse] as const) {
    const end = new ListStatements(table, caller, { ...request, offset: 0, direction: near });
    if (end.isScan) return [];
    const { text, values } = end.page();
    const last = (await indexed.prepared.query<Row>(text, values)).at(-1);
    if (!last) return [];
    const keys = [Number(last['turing_task_id'])];
    const after = { value: last[SORT_TEXT] as string | null, keys };
    const page = new ListStatements(table, caller, { ...request, offset: 0, after }).page();
    const plan = await planOf(page);
    if (scansTasks(plan)) faults.push(`near ${near}: scans all tasks`);
    if (rowsRead(plan) > MOST_ROWS) faults.push(`near ${near}: reads ${rowsRead(plan)} rows`);
  }
  return faults;
}

describe('lists of very many tasks', () => {
  describe.each(CALLERS)('for a caller %s', (_name, caller) => {
    it.each(Object.keys(FILTERS))(
      'TASK-31 read only the rows after a cursor for %s',
      async (name) => {
        for (const query of QUERIES) {
          expect(await cursorFaultsOf(caller, query, FILTERS[name]), JSON.stringify(query)).toEqual(
            [],
          );
        }
      },
    );

    it.each(Object.keys(FILTERS))('TASK-10 read only the rows they need for %s', async (name) => {
      for (const query of QUERIES) {
        expect(await faultsOf(caller, query, FILTERS[name]), JSON.stringify(query)).toEqual([]);
      }
    });

    it.each(['rare', 'busy@', 'EXAMPLE', 'nobody', 'Batch', 'last', '19', '21'])(
      'TASK-10 TASK-103 read only the rows they need to search for %s',
      async (search) => {
        for (const query of QUERIES) {
          expect(await faultsOf(caller, { ...query, search })).toEqual([]);
        }
      },
    );
  });

  it('TASK-11 show the same as a full read in the same order', async () => {
    const large = indexed.prepared;
    for (const [index, filters] of Object.values(FILTERS).entries()) {
      for (const [, caller] of CALLERS.slice(0, 2)) {
        const request = requestOf(QUERIES[index % QUERIES.length] ?? {}, filters);
        const list = new ListStatements(table, caller, request);
        const plain = new ListStatements(plainTable, caller, request);
        if (list.isScan || request.sort === undefined) continue;
        expect(await shownBy(large, list.page())).toEqual(await shownBy(db, plain.page()));
      }
    }
  });

  it('CRUD-9 have a total, from the page or from a count', async () => {
    const large = indexed.prepared;
    const told = new Set<string>();
    for (const [name, filters] of Object.entries(FILTERS)) {
      for (const [, caller] of CALLERS) {
        const request = requestOf({ size: 1 }, filters);
        const { text, values } = new ListStatements(table, caller, request).page();
        const [row] = await large.query<Row>(text, values);
        if (row?.[TOTAL] === undefined) continue;
        told.add(name);
        const all = new ListStatements(plainTable, caller, request).all();
        const counted: unknown = await db.query(
          `SELECT count(*) AS n FROM (${all.text}) AS t`,
          all.values,
        );
        expect(counted, name).toEqual([{ n: row[TOTAL] }]);
      }
    }
    expect([...told]).toEqual(
      expect.arrayContaining(['nothing', 'other projects', 'many users', 'half by status']),
    );
  });

  it('TASK-103 have the total of a search from the read models, unless several of them have the text', async () => {
    for (const [, caller] of CALLERS) {
      for (const search of [
        'rare',
        'busy@',
        'Batch',
        'model-1',
        'last',
        '21',
        'nobody',
        '19',
        'a',
      ]) {
        for (const filters of [{}, { project_id: 2 }]) {
          const request = requestOf({ search }, filters);
          const { text, values } = new ListStatements(table, caller, request).page();
          const [row] = await indexed.prepared.query<Row>(text, values);
          const all = new ListStatements(plainTable, caller, request).all();
          const [counted] = await db.query<{ n: number }>(
            `SELECT count(*) AS n FROM (${all.text}) AS t`,
            all.values,
          );
          const isOfSeveral = ['19', 'a'].includes(search);
          const expected = isOfSeveral ? [null, counted?.n] : [counted?.n];
          if (row) expect(expected, search).toContain(row[TOTAL]);
          else expect(counted?.n).toBe(0);
        }
      }
    }
  });

  describe.each(CALLERS.slice(0, 2))('without an index, for a caller %s', (_name, caller) => {
    it.each(Object.keys(SCANS))('TASK-14 show the same as a full read: %s', async (name) => {
      const { query, filters } = SCANS[name] ?? {};
      const request = requestOf(query ?? {}, filters ?? {});
      const list = new ListStatements(table, caller, request);
      if (!list.isScan) throw new Error('an index serves it');
      const plain = new ListStatements(plainTable, caller, request);
      const { found, total } = await readPage(db, list, { page: query?.page ?? 1, size: 10 });
      expect(found.length).toBeGreaterThan(0);
      expect(found.map((row) => presentItem(table, row))).toEqual(await shownBy(db, plain.page()));
      expect(total).toEqual(await totalOfAll(plain.all()));
      expect(nodesOf(await plannedWith(list.sorted())).filter(isWalk)).toEqual([]);
    });
  });

  it('TASK-14 read only the page in the order of batches in one project', async () => {
    const query = { sort_by: 'turing_batch_id', sort_order: 'desc' };
    const [, caller] = CALLERS[0];
    const list = new ListStatements(table, caller, requestOf(query, { project_id: 2 }));
    if (!list.isScan) throw new Error('an index serves it');
    expect(rowsRead(await plannedWith(list.sorted()))).toBeLessThan(100);
  });

  it.each([
    { user_email: 'rare@example.com' },
    { user_email: { in: ['rare@example.com', 'user658@example.com', 'none'] } },
    { status: 'delivered', project_id: 3 },
  ])('TASK-14 read only the tasks of %j for another order', async (filters) => {
    const [, caller] = CALLERS[0];
    const list = new ListStatements(table, caller, requestOf({ sort_by: 'created_at' }, filters));
    expect(await shownBy(db, list.page())).toHaveLength(10);
    expect(rowsRead(await plannedWith(list.page()))).toBeLessThan(5000);
  });

  it('TASK-14 search for part of an email in the table of users', async () => {
    const [, caller] = CALLERS[0];
    const request = requestOf({ search: 'rare', sort_by: 'completed_at' }, {});
    const list = new ListStatements(table, caller, request);
    expect(await shownBy(db, list.page())).toHaveLength(10);
    expect(rowsRead(await plannedWith(list.page()))).toBeLessThan(2000);
  });

  describe.each([{}, { page: 2 }])('of the page %j', (page) => {
    it.each<[object, object]>([
      [{}, {}],
      [{ sort_order: 'desc', sort_by: 'turing_task_id' }, {}],
      [{}, { project_id: 2, turing_batch_id: 19 }],
      [{}, { project_id: 2, user_email: 'busy@example.com' }],
      [{}, { project_id: 2, status: 'pending' }],
      [
        { sort_by: 'completed_at', sort_order: 'desc' },
        { project_id: 1, status: 'completed' },
      ],
    ])('TASK-73 read one index once for the first page: %j of %j', async (query, filters) => {
      const [, caller] = CALLERS[0];
      const list = new ListStatements(table, caller, requestOf({ ...query, ...page }, filters));
      const nodes = nodesOf(await planOf(list.page()));
      const reads = nodes.filter((node) => node['Relation Name'] === 'task');
      expect(nodes.some((node) => /Sort/.test(node['Node Type']))).toBe('page' in page);
      expect(reads).toHaveLength('page' in page ? 2 : 1);
      if (!('page' in page))
        expect(reads).toMatchObject([{ 'Node Type': 'Index Scan', 'Actual Rows': 10 }]);
    });
  });

  it('TASK-73 read the rows of several values after they found their keys', async () => {
    const [, caller] = CALLERS[0];
    const filters = { project_id: 2, turing_batch_id: { in: [18, 19] } };
    const list = new ListStatements(table, caller, requestOf({}, filters));
    const nodes = nodesOf(await planOf(list.page()));
    expect(nodes.filter((node) => node['Relation Name'] === 'task')).toHaveLength(2);
  });
});

describe('lists of very many reviews', () => {
  const planFor = async (caller: Caller, query: object, filters: object = {}) => {
    const list = new ListStatements(reviews, caller, requestOf(query, filters, reviews));
    if (!list.isScan) throw new Error('it has no time limit');
    return plannedWith(list.sorted());
  };
  const newest = { sort_by: 'submitted_at', sort_order: 'desc' };
  const ofAll = callerIn(0);

  it.each<[string, Caller, object]>([
    ['a batch', ofAll, { turing_batch_id: 20 }],
    ['a project', ofAll, { project_id: 1 }],
    ['a user', ofAll, { user_email: 'user7@example.com' }],
    ['the projects of the caller', callerIn(1), {}],
  ])('TASK-72 do not pass the reviews of others to find those of %s', async (_of, who, filters) => {
    for (const sort_order of ['asc', 'desc']) {
      const plan = await planFor(who, { ...newest, sort_order }, filters);
      expect(nodesOf(plan).filter(isWalk)).toEqual([]);
    }
  });

  it.each([newest, {}])(
    'TASK-72 read the page in its order where all are listed: %j',
    async (query) => {
      const plan = await planFor(ofAll, query);
      expect(rowsRead(plan)).toBeLessThan(200);
    },
  );

  it('TASK-72 read only the tasks of a batch, and their reviews', async () => {
    const [most, batch] = [500, { turing_batch_id: 20 }];
    expect(rowsRead(await planFor(ofAll, newest, batch))).toBeLessThan(most);
  });
});
