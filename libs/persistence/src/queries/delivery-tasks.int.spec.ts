import { runs } from '@portal/testing/runs';
import type { DeliveryStats, ModelStats } from '@portal/contracts/dashboard';
import { DELIVERY_METRICS, type DeliveryMetric } from '@portal/contracts/delivery-tasks';
import { userTaskSchema, type UserTask } from '@portal/contracts/task-stats';
import { testDatabase, type TestDatabase } from '@portal/testing/postgres';
import { connectTo, type QueryClient } from '@portal/testing/query-client';
import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPool } from '../pool.js';
import { PreparedStatements } from '../prepared-statements.js';
import type { Queryable } from '../queryable.js';
import { readDeliveryStats } from './delivery.js';
import { readDeliveryTasks } from './delivery-tasks.js';
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
});

afterAll(async () => {
  await pool.end();
  await db.close();
  await database.drop();
});

type Query = Omit<Parameters<typeof readDeliveryTasks>[2], 'page' | 'size'>;

async function allPages(projectId: number, query: Query) {
  const items: UserTask[] = [];
  for (let page = 1; ; page += 1) {
    const read = await readDeliveryTasks(reads, projectId, { ...query, page, size: PAGE });
    items.push(...read.items);
    if (read.items.length < PAGE) return { total: read.total, items };
  }
}

/** The number that the statistics show. */
function numberIn(stats: DeliveryStats, { metric, target_model: model }: Query): number {
  if (model === undefined) {
    return {
      delivered: stats.total_delivered,
      ready: stats.ready_for_delivery,
      reviewed_ready: stats.reviewed_ready_for_delivery,
      rework: stats.total_rework,
      reviewed: stats.total_reviewed,
      with_duration: (stats.by_model ?? []).reduce((sum, one) => sum + one.aht_stats.num_tasks, 0),
    }[metric];
  }
  const found = stats.by_model?.find(({ target_model }) => (target_model ?? '') === model);
  return found ? numberOf(found, metric) : 0;
}

function numberOf(model: ModelStats, metric: DeliveryMetric): number {
  if (metric === 'reviewed_ready') throw new Error('no model has this number');
  return {
    delivered: model.total_delivered,
    ready: model.ready_for_delivery,
    rework: model.rework_count,
    reviewed: model.reviewed_count,
    with_duration: model.aht_stats.num_tasks,
  }[metric];
}

/** The ids of the counted tasks, newest first. */
async function recount(projectId: number, query: Query): Promise<number[]> {
  const rows = await db.query<{ id: string }>(
    `${datedTasks} SELECT turing_task_id::text AS id FROM dated
    WHERE ${COUNTED[query.metric]} AND ($5::text IS NULL OR coalesce(target_model, '') = $5)
    ORDER BY coalesce(completed_at, updated_at, created_at) DESC NULLS LAST, turing_task_id DESC`,
    [
      ...valuesOf(projectId, { ...query, include_model_breakdown: false }),
      query.target_model ?? null,
    ],
  );
  return rows.map(({ id }) => Number(id));
}

describe('the tasks of a delivery number', () => {
  it('DELIV-6 are as many as the number and those of a recount, under any filter', async () => {
    const metrics = fc.constantFrom(...DELIVERY_METRICS);
    const models = fc.constantFrom(undefined, '', 'small', 'Zoë', 'unknown');
    const projects = fc.constantFrom(0, 1, 2, 3);
    let listed = 0;
    await fc.assert(
      fc.asyncProperty(
        projects,
        metrics,
        models,
        deliveryFilters,
        async (projectId, metric, model, { include_model_breakdown: _byModel, ...filters }) => {
          const isOfModel = model !== undefined && metric !== 'reviewed_ready';
          const query = { ...filters, metric, ...(isOfModel && { target_model: model }) };
          const { total, items } = await allPages(projectId, query);
          const stats = await readDeliveryStats(db, projectId, {
            ...filters,
            include_model_breakdown: true,
          });
          expect(total).toBe(numberIn(stats, query));
          expect(items.map(({ turing_task_id }) => turing_task_id)).toEqual(
            await recount(projectId, query),
          );
          listed += total;
        },
      ),
      { numRuns: runs(30) },
    );
    expect(listed).toBeGreaterThan(0);
  });

  it('DELIV-6 has the tasks as the contract describes them, and the total beyond the pages', async () => {
    const query = { activity_days: 30, metric: 'ready', page: 1, size: 2 } as const;
    const { items, total } = await readDeliveryTasks(reads, 1, query);
    expect(items.map((item) => userTaskSchema.parse(item))).toEqual(items);
    expect(items[0]).toMatchObject({ project_name: 'One', status: 'completed' });
    const beyond = await readDeliveryTasks(reads, 1, { ...query, page: 1_000 });
    expect(beyond).toMatchObject({ items: [], total });
    expect(total).toBeGreaterThan(2);
  });
});
