import { runs } from '@portal/testing/runs';
import type { DeliveryStats } from '@portal/contracts/dashboard';
import { TASK_NUMBERS, type TaskNumber } from '@portal/contracts/constants';
import { type StatisticsNumberQuery, tasksByNumberSchema } from '@portal/contracts/tasks-by-number';
import type { UserTask } from '@portal/contracts/task-stats';
import { testDatabase, type TestDatabase } from '@portal/testing/postgres';
import { connectTo, type QueryClient } from '@portal/testing/query-client';
import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPool } from '../pool.js';
import { PreparedStatements } from '../prepared-statements.js';
import type { Queryable } from '../queryable.js';
import { readDeliveryStats } from './delivery.js';
import { readDashboardStats } from './dashboard.js';
import { readTasksByNumber } from './tasks-by-number.js';
import {
  addDeliveryTasks,
  COUNTED,
  datedTasks,
  deliveryFilters,
  valuesOf,
} from './spec-support/delivery-world.js';

const PAGE = 100;

let database: TestDatabase;
let db: QueryClient;
let pool: pg.Pool;
let reads: Queryable;

beforeAll(async () => {
  database = await testDatabase();
  db = await connectTo(database.url);
  pool = createPool({ url: database.url, applicationName: 'spec', poolSize: 1 });
  reads = new PreparedStatements(pool);
  await addDeliveryTasks(db);
  await db.query(`UPDATE core.batch SET name = 'Large 3' WHERE turing_batch_id = 3`);
  await db.query(`INSERT INTO core.app_user (email, name) VALUES ('ben@example.com', 'Benedikt')`);
  await db.query(
    `UPDATE core.task SET user_email = (ARRAY['ada@example.com', 'ben@example.com', NULL])[1 + turing_task_id % 3]`,
  );
});

afterAll(async () => {
  await pool.end();
  await db.close();
  await database.drop();
});

type Query = Omit<StatisticsNumberQuery, 'page' | 'size'>;

async function allPages(query: Query) {
  const items: UserTask[] = [];
  for (let page = 1; ; page += 1) {
    const read = await readTasksByNumber(reads, { ...query, page, size: PAGE });
    items.push(...read.items);
    if (read.items.length < PAGE) return { total: read.total, items };
  }
}

/** The number that the pages show; undefined for a part of it that no page shows. */
async function shownNumber(query: Query): Promise<number | undefined> {
  const {
    project_id: project,
    number,
    status,
    target_model,
    validation_status,
    ...filters
  } = query;
  const parts = { status, target_model, validation_status };
  const part = Object.entries(parts).find(([, value]) => value !== undefined);
  if (Object.values(parts).filter((value) => value !== undefined).length > 1) return undefined;
  const stats = await readDeliveryStats(db, project, { ...filters, include_model_breakdown: true });
  if (part === undefined) {
    const { dashboard_stats: all } = await readDashboardStats(db, project, filters);
    return {
      tasks: all.total_tasks,
      done: all.completed_tasks,
      done_reviewed: all.reviewed_tasks,
      rework: all.rework_tasks,
      delivered: stats.total_delivered,
      ready: stats.ready_for_delivery,
      reviewed_ready: stats.reviewed_ready_for_delivery,
      reviewed: stats.total_reviewed,
      with_duration: sum((stats.by_model ?? []).map(({ aht_stats }) => aht_stats.num_tasks)),
    }[number];
  }
  const [kind, value = ''] = part;
  if (kind === 'target_model') return ofModel(stats, value, number);
  if (number !== 'tasks') return undefined;
  const { dashboard_stats: all } = await readDashboardStats(db, project, filters);
  if (kind === 'status') return all.by_status[value] ?? 0;
  return sum(
    (stats.by_model ?? []).map((model) => model.by_validation_status[value || 'none'] ?? 0),
  );
}

function ofModel(stats: DeliveryStats, name: string, number: TaskNumber): number | undefined {
  const model = stats.by_model?.find(({ target_model }) => (target_model ?? '') === name);
  const numbers: Partial<Record<TaskNumber, number>> = {
    tasks: sum(Object.values(model?.by_status ?? {})),
    delivered: model?.total_delivered ?? 0,
    ready: model?.ready_for_delivery ?? 0,
    rework: model?.rework_count ?? 0,
    reviewed: model?.reviewed_count ?? 0,
    with_duration: model?.aht_stats.num_tasks ?? 0,
  };
  return numbers[number];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}

/** The ids of the counted tasks, largest first. */
async function recount(query: Query): Promise<number[]> {
  const rows = await db.query<{ id: string }>(
    `${datedTasks} SELECT turing_task_id::text AS id FROM dated
    WHERE ${COUNTED[query.number]} AND ($5::text IS NULL OR coalesce(target_model, '') = $5)
      AND ($6::text IS NULL OR status = $6)
      AND ($7::text IS NULL OR coalesce(validation_status, '') = $7)
    ORDER BY turing_task_id DESC`,
    [
      ...valuesOf(query.project_id, { ...query, include_model_breakdown: false }),
      query.target_model ?? null,
      query.status ?? null,
      query.validation_status ?? null,
    ],
  );
  return rows.map(({ id }) => Number(id));
}

/** Those of the tasks in which a look at each finds the text. */
async function lookedAt(ids: readonly number[], search: string): Promise<number[]> {
  const rows = await db.query<{ id: string }>(
    `SELECT turing_task_id::text AS id
    FROM core.task JOIN core.batch USING (project_id, turing_batch_id)
    LEFT JOIN core.app_user ON email = user_email
    WHERE turing_task_id = ANY ($1) AND CASE WHEN $2 ~ '^[0-9]+$'
      THEN $2 IN (turing_task_id::text, turing_batch_id::text)
      ELSE strpos(lower(concat_ws(' ', user_email, target_model)), lower($2)) > 0
        OR strpos(core.search_text(concat_ws(' ', app_user.name, batch.name)), core.search_text($2)) > 0 END
    ORDER BY turing_task_id DESC`,
    [ids, search],
  );
  return rows.map(({ id }) => Number(id));
}

/** Parts of a number. Some have no task, and some values look like SQL. */
const parts = fc.record(
  {
    status: fc.constantFrom('completed', 'rework', 'odd', "x' OR '1' = '1"),
    target_model: fc.constantFrom('', 'small', 'Zoë', 'unknown'),
    validation_status: fc.constantFrom('', 'passed', 'failed'),
  },
  { requiredKeys: [] },
);

describe('the tasks of a number', () => {
  it('NUM-1 are as many as the number and those of a recount, under any filter', async () => {
    const numbers = fc.constantFrom(...TASK_NUMBERS);
    const projects = fc.constantFrom(0, 1, 2, 3);
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(
        projects,
        numbers,
        parts,
        deliveryFilters,
        async (project_id, number, part, { include_model_breakdown: _byModel, ...filters }) => {
          const ofModel =
            part.target_model === undefined ? {} : { target_model: part.target_model };
          const query = {
            project_id,
            number,
            ...filters,
            ...(number === 'with_duration' ? ofModel : part),
          };
          const { total, items } = await allPages(query);
          const shown = await shownNumber(query);
          if (shown !== undefined) expect(total).toBe(shown);
          expect(total).toBe(items.length);
          expect(items.map(({ turing_task_id }) => turing_task_id)).toEqual(await recount(query));
          compared += shown ?? 0;
        },
      ),
      { numRuns: runs(60) },
    );
    expect(compared).toBeGreaterThan(0);
  });

  it('NUM-10 of a search are those of a recount, and so is their count', async () => {
    const numbers = fc.constantFrom(...TASK_NUMBERS);
    const searches = fc.constantFrom(
      'benedikt',
      'ada@',
      'LARGE',
      'zoë',
      'zoe',
      '3',
      '421',
      '%',
      'none',
    );
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(0, 1, 2, 3),
        numbers,
        searches,
        deliveryFilters,
        async (project_id, number, search, { include_model_breakdown: _byModel, ...filters }) => {
          const query = { project_id, number, ...filters };
          const { total, items } = await allPages({ ...query, search });
          const found = await lookedAt(await recount(query), search);
          expect(items.map(({ turing_task_id }) => turing_task_id)).toEqual(found);
          expect(total).toBe(found.length);
          compared += total;
        },
      ),
      { numRuns: runs(60) },
    );
    expect(compared).toBeGreaterThan(0);
  });

  it('NUM-2 has the tasks as the contract describes them, and the total beyond the pages', async () => {
    const query = { project_id: 1, activity_days: 30, number: 'ready', page: 1, size: 2 } as const;
    const { items, total } = await readTasksByNumber(reads, query);
    expect(items.map((item) => tasksByNumberSchema.shape.items.element.parse(item))).toEqual(items);
    expect(items[0]).toMatchObject({ project_name: 'One', status: 'completed' });
    const beyond = await readTasksByNumber(reads, { ...query, page: 1_000 });
    expect(beyond).toMatchObject({ items: [], total });
    expect(total).toBeGreaterThan(2);
  });
});
