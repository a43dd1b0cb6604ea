import { type CrudListQuery, crudListQuerySchema } from '@portal/contracts/crud';
import type { Permission } from '@portal/contracts/permissions';
import type { Caller } from '@portal/domain/caller';
import { rebuildAggregates } from '@portal/persistence/aggregates/rebuild';
import { createDataSource, createPool } from '@portal/persistence/data-source';
import { PreparedReads } from '@portal/persistence/prepared-reads';
import type { Queryable } from '@portal/persistence/queryable';
import { sql } from '@portal/persistence/sql';
import { testDatabase, type TestDatabase } from '@portal/testing/postgres';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { CrudReads } from '../../crud/crud-reads.js';
import { presentItem } from '../../crud/items.js';
import { TOTAL } from '../../crud/indexed-list.js';
import { INDEXED_LIST_SETTINGS } from '../../crud/indexed-list-pool.js';
import { type ListRequest, readListRequest } from '../../crud/list-request.js';
import { listStatements, plainStatements } from '../../crud/list-statements.js';
import type { Row } from '../../crud/row.js';
import type { Statement } from '../../crud/row-sql.js';
import { ResourceMetadata } from '../../crud/resource-metadata.js';
import { TASKS } from './tasks.resource.js';

const TASK_COUNT = 200_000;
/** Limit of rows that a page and its count may read in all tables: far below half of the tasks. */
const MOST_ROWS = 25_000;

/** Two users of tasks with the same `core.index_key`. */
const SAME_KEY = 'WHEN 0 THEN 658 WHEN 1 THEN 51135';

const planSchema = z.looseObject({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
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
let db: DataSource;
let pool: pg.Pool;
let table: ResourceMetadata;

beforeAll(async () => {
  database = await testDatabase();
  db = await createDataSource({ url: database.url, applicationName: 'spec' }).initialize();
  pool = createPool({
    url: database.url,
    applicationName: 'spec',
    poolSize: 1,
    settings: INDEXED_LIST_SETTINGS,
  });
  table = new ResourceMetadata(TASKS, db);
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
      (turing_task_id, project_id, turing_batch_id, user_email, status, completed_at, created_at)
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
      '2026-01-01T00:00:00Z'
    FROM generate_series(1, ${TASK_COUNT}) AS id`);
    await rebuildAggregates(tx);
  });
  await db.query('ANALYZE');
}, 60_000);
afterAll(async () => {
  await pool.end();
  await db.destroy();
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

function listQuery(query: object, filters: object): CrudListQuery {
  return crudListQuerySchema.parse({ ...query, filters: JSON.stringify(filters) });
}

function requestOf(query: object, filters: object): ListRequest {
  return readListRequest(table, listQuery(query, filters));
}

/** As in production: planned once, without the values. */
async function planOf({ text, values }: Statement): Promise<Plan> {
  const given = values.length > 0 ? `(${values.map(literal).join(', ')})` : '';
  await pool.query(`PREPARE list AS ${text}`);
  try {
    const answer = await pool.query(
      `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) EXECUTE list ${given}`,
    );
    const [{ 'QUERY PLAN': plan }] = answerSchema.parse(answer.rows);
    return plan[0].Plan;
  } finally {
    await pool.query('DEALLOCATE list');
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

/** The errors in the plans of a list. */
async function faultsOf(caller: Caller, query: object, filters: object = {}): Promise<string[]> {
  const list = listStatements(table, caller, requestOf(query, filters));
  const plans = {
    page: await planOf(list.page()),
    count: await planOf(list.first()),
  };
  return Object.entries(plans).flatMap(([name, plan]) => [
    ...(scansTasks(plan) ? [`${name} scans all tasks`] : []),
    ...(rowsRead(plan) > MOST_ROWS ? [`${name} reads ${rowsRead(plan)} rows`] : []),
  ]);
}

describe('lists of very many tasks', () => {
  describe.each(CALLERS)('for a caller %s', (_name, caller) => {
    it.each(Object.keys(FILTERS))('TASK-10 read only the rows they need for %s', async (name) => {
      for (const query of QUERIES) {
        expect(await faultsOf(caller, query, FILTERS[name]), JSON.stringify(query)).toEqual([]);
      }
    });

    it.each(['rare', 'busy@', 'EXAMPLE', 'nobody'])(
      'TASK-10 read only the rows they need to search for %s',
      async (search) => {
        for (const query of QUERIES) {
          expect(await faultsOf(caller, { ...query, search })).toEqual([]);
        }
      },
    );
  });

  it('TASK-11 show the same as a full read in the same order, or refuse to sort too many rows', async () => {
    const large = new PreparedReads(pool);
    const shown = async (on: Queryable, { text, values }: Statement) => {
      const rows = await on.query<Row>(text, values);
      return rows.map((row) => presentItem(table, row));
    };
    for (const [index, filters] of Object.values(FILTERS).entries()) {
      for (const [, caller] of CALLERS.slice(0, 2)) {
        const request = requestOf(QUERIES[index % QUERIES.length] ?? {}, filters);
        const list = listStatements(table, caller, request);
        const plain = plainStatements(table, caller, request);
        if (list.maxSortable !== undefined || request.sort === undefined) continue;
        expect(await shown(large, list.page())).toEqual(await shown(db, plain.page()));
      }
    }
  });

  it('CRUD-9 have a total, from the page or from a count', async () => {
    const large = new PreparedReads(pool);
    const told = new Set<string>();
    for (const [name, filters] of Object.entries(FILTERS)) {
      for (const [, caller] of CALLERS) {
        const request = requestOf({ size: 1 }, filters);
        const { text, values } = listStatements(table, caller, request).page();
        const [row] = await large.query<Row>(text, values);
        if (row?.[TOTAL] === undefined) continue;
        told.add(name);
        const all = plainStatements(table, caller, request).all();
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

  it('CRUD-60 sort many items only in the order of an index', async () => {
    const reads = new CrudReads(PreparedReads.of(db), new PreparedReads(pool));
    const [, caller] = CALLERS[0];
    const listed = (filters: object, sort_by: string) =>
      reads.list(table, caller, listQuery({ sort_by }, filters));
    await expect(listed({ turing_batch_id: 19 }, 'completed_at')).rejects.toMatchObject({
      code: 'invalid-input',
      errors: [{ pointer: 'sort_by' }],
    });
    expect(await listed({ turing_batch_id: 19 }, 'turing_task_id')).toMatchObject({
      total_is_estimate: true,
    });
    expect(await listed({ turing_batch_id: 3 }, 'completed_at')).toMatchObject({
      total_is_estimate: false,
    });
    expect(await listed({ status: 'pending' }, 'completed_at')).toMatchObject({
      total_is_estimate: true,
    });
  });
});
