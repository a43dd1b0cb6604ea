import { runs } from '@portal/testing/runs';
import { deliveryStatsSchema, type DeliveryQuery } from '@portal/contracts/dashboard';
import { connectTo, type QueryClient } from '@portal/testing/query-client';
import { testDatabase, type TestDatabase } from '@portal/testing/postgres';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Queryable } from '../queryable.js';
import { readDeliveryStats } from './delivery.js';
import {
  addDeliveryTasks,
  COUNTED,
  datedTasks,
  deliveryFilters,
  valuesOf,
} from './spec-support/delivery-world.js';

let database: TestDatabase;
let db: QueryClient;

beforeAll(async () => {
  database = await testDatabase();
  db = await connectTo(database.url);
  await addDeliveryTasks(db);
});

afterAll(async () => {
  await db.close();
  await database.drop();
});

/** The same numbers, counted from the tasks. Decimals are text, for an exact comparison. */
async function recount(projectId: number, query: DeliveryQuery) {
  const values = valuesOf(projectId, query);
  const count = (condition: string) => `count(*) FILTER (WHERE ${condition})`;
  const [totals] = await db.query<Record<string, number>>(
    `${datedTasks} SELECT ${count(COUNTED.delivered)} AS total_delivered,
      ${count(COUNTED.ready)} AS ready_for_delivery,
      ${count(COUNTED.reviewed_ready)} AS reviewed_ready_for_delivery,
      ${count(COUNTED.rework)} AS total_rework, ${count(COUNTED.reviewed)} AS total_reviewed
    FROM dated`,
    values,
  );
  const models = await db.query<Record<string, unknown> & { aht: Record<string, string | null> }>(
    `${datedTasks} SELECT target_model, ${count(COUNTED.delivered)} AS total_delivered,
      ${count(COUNTED.ready)} AS ready_for_delivery, ${count(COUNTED.reviewed)} AS reviewed_count,
      ${count(COUNTED.rework)} AS rework_count,
      (SELECT json_object_agg(status, n) FROM (SELECT status, count(*) AS n FROM dated AS d
        WHERE d.target_model IS NOT DISTINCT FROM dated.target_model GROUP BY 1) AS s) AS by_status,
      (SELECT json_object_agg(coalesce(validation_status, 'none'), n) FROM (
        SELECT validation_status, count(*) AS n FROM dated AS d
        WHERE d.target_model IS NOT DISTINCT FROM dated.target_model GROUP BY 1) AS s) AS by_validation_status,
      json_build_object('num_tasks', count(duration_minutes)::text,
        'avg_duration_minutes', round(avg(duration_minutes), 6)::text,
        'min_duration_minutes', min(duration_minutes)::text,
        'max_duration_minutes', max(duration_minutes)::text,
        'total_duration_minutes', coalesce(sum(duration_minutes), 0)::text) AS aht
    FROM dated GROUP BY target_model
    ORDER BY target_model IS NULL, target_model COLLATE "C"`,
    values,
  );
  const numbers = (aht: Record<string, string | null>) =>
    Object.fromEntries(
      Object.entries(aht).map(([name, text]) => [name, text === null ? null : Number(text)]),
    );
  const by_model = models.map(({ aht, ...model }) => ({ ...model, aht_stats: numbers(aht) }));
  return { ...totals, ...(query.include_model_breakdown && { by_model }) };
}

describe('delivery statistics', () => {
  it('DELIV-5, DELIV-2 and DELIV-3 equal a recount of the tasks under any filter', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(0, 1, 2, 3), deliveryFilters, async (projectId, query) => {
        const answer = await readDeliveryStats(db, projectId, query);
        expect(deliveryStatsSchema.parse(answer)).toEqual(answer);
        const { epoch: _epoch, revision: _revision, review_coverage, ...counts } = answer;
        expect(counts).toEqual(await recount(projectId, query));
        const ready = counts.ready_for_delivery;
        const share = ready === 0 ? 0 : (counts.reviewed_ready_for_delivery / ready) * 100;
        expect(Math.abs(review_coverage - share)).toBeLessThanOrEqual(0.05 + 1e-9);
      }),
      { numRuns: runs(30) },
    );
  });

  it('DELIV-4 sums durations exactly, after every change and without any', async () => {
    const small = async () => {
      const { by_model } = await readDeliveryStats(db, 3, {
        activity_days: 30,
        include_model_breakdown: true,
      });
      return by_model?.map(({ target_model, aht_stats }) => ({ target_model, ...aht_stats }));
    };
    expect(await small()).toEqual([]);
    await db.query(`INSERT INTO core.task (turing_task_id, project_id, turing_batch_id, status,
        target_model, duration_minutes, completed_at)
      SELECT 10000 + n, 3, 1, 'completed', 'small', 0.1, '2026-03-01T00:00:00Z'
      FROM generate_series(1, 1000) AS n`);
    expect(await small()).toEqual([
      {
        target_model: 'small',
        num_tasks: 1000,
        avg_duration_minutes: 0.1,
        min_duration_minutes: 0.1,
        max_duration_minutes: 0.1,
        total_duration_minutes: 100,
      },
    ]);
    await db.query('DELETE FROM core.task WHERE turing_task_id > 10003');
    await db.query(`UPDATE core.task SET duration_minutes = turing_task_id - 10000
      WHERE turing_task_id IN (10001, 10003)`);
    expect(await small()).toMatchObject([
      {
        num_tasks: 3,
        avg_duration_minutes: 1.366667,
        min_duration_minutes: 0.1,
        max_duration_minutes: 3,
        total_duration_minutes: 4.1,
      },
    ]);
    await db.query('UPDATE core.task SET duration_minutes = NULL WHERE project_id = 3');
    expect(await small()).toMatchObject([
      {
        num_tasks: 0,
        avg_duration_minutes: null,
        min_duration_minutes: null,
        max_duration_minutes: null,
        total_duration_minutes: 0,
      },
    ]);
  });

  it('DELIV-5 reads only the aggregates', async () => {
    const plans: string[] = [];
    const explained: Queryable = {
      async query<T>(text: string, values?: unknown[]): Promise<readonly T[]> {
        const lines = await db.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values);
        plans.push(lines.map((line) => line['QUERY PLAN']).join('\n'));
        return db.query<T>(text, values);
      },
    };
    await readDeliveryStats(explained, 1, { activity_days: 30, include_model_breakdown: true });
    expect(plans).toHaveLength(1);
    expect(plans[0]).toContain('task_cell');
    expect(plans[0]).not.toMatch(/ on task(_review)?\b/);
  });
});
