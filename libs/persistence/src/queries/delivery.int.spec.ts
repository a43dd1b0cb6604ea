import { deliveryStatsSchema, type DeliveryQuery } from '@portal/contracts/dashboard';
import { connectTo, type QueryClient } from '@portal/testing/query-client';
import { testDatabase, type TestDatabase } from '@portal/testing/postgres';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Queryable } from '../queryable.js';
import { readDeliveryStats } from './delivery.js';

let database: TestDatabase;
let db: QueryClient;

/** Two projects of tasks over four weeks; no double represents the durations exactly. */
beforeAll(async () => {
  database = await testDatabase();
  db = await connectTo(database.url);
  await db.query("INSERT INTO core.project (id, name) VALUES (1, 'One'), (2, 'Two'), (3, 'Three')");
  await db.query(`INSERT INTO core.batch (project_id, turing_batch_id, name)
    SELECT project, batch, 'Batch' FROM generate_series(1, 3) project, generate_series(1, 5) batch`);
  await db.query(`INSERT INTO core.task (turing_task_id, project_id, turing_batch_id, status,
      target_model, validation_status, duration_minutes, completed_at, created_at)
    SELECT id, 1 + id % 2, 1 + id / 2 % 5,
      (ARRAY['completed', 'reviewed', 'delivered', 'in_progress', 'completed', 'rework', 'odd'])[1 + id % 7],
      (ARRAY['small', 'large', NULL, 'Zoë'])[1 + id / 3 % 4],
      (ARRAY['passed', 'passed', 'failed', 'pending', NULL])[1 + id / 5 % 5],
      CASE WHEN id % 3 > 0 THEN 0.1 * (id % 97) + 0.01 END,
      CASE WHEN id % 4 > 0 THEN at END, CASE WHEN id % 9 > 0 THEN at END
    FROM (SELECT id, '2026-02-25T00:00:00Z'::timestamptz + id * interval '47 minutes' AS at
      FROM generate_series(1, 800) id) AS made`);
  await db.query(`INSERT INTO core.task_review (turing_task_id, turing_review_id, status)
    SELECT turing_task_id, number, 'accepted'
    FROM core.task, generate_series(1, 2) number WHERE turing_task_id % (number * 2) = 0`);
});

afterAll(async () => {
  await db.close();
  await database.drop();
});

const day = fc.integer({ min: 0, max: 30 }).map((days) => {
  return new Date(Date.UTC(2026, 1, 23 + days)).toISOString().slice(0, 10);
});
const filters: fc.Arbitrary<DeliveryQuery> = fc
  .record({
    batch_ids: fc.option(fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { maxLength: 4 })),
    dates: fc.option(fc.tuple(day, day)),
    open: fc.constantFrom('start', 'end', 'none'),
    byModel: fc.boolean(),
  })
  .map(({ batch_ids, dates, open, byModel }) => {
    const [start, end] = dates?.toSorted() ?? [];
    return {
      activity_days: 30,
      include_model_breakdown: byModel,
      ...(batch_ids && { batch_ids }),
      ...(start !== undefined && open !== 'start' && { start_date: start }),
      ...(end !== undefined && open !== 'end' && { end_date: end }),
    };
  });

/** The same numbers, counted from the tasks. Decimals are text, for an exact comparison. */
async function recount(projectId: number, query: DeliveryQuery) {
  const values = [
    projectId,
    query.batch_ids ?? null,
    query.start_date ?? null,
    query.end_date ?? null,
  ];
  const selected = `WITH selected AS (
    SELECT *, (coalesce(completed_at, updated_at, created_at) AT TIME ZONE 'America/Los_Angeles')::date AS day,
      EXISTS (SELECT FROM core.task_review AS r WHERE r.turing_task_id = task.turing_task_id) AS has_review
    FROM core.task WHERE ($1 = 0 OR project_id = $1) AND ($2::bigint[] IS NULL OR turing_batch_id = ANY ($2))
  ), dated AS (
    SELECT * FROM selected WHERE $3::date IS NULL AND $4::date IS NULL
      OR day >= coalesce($3, '-infinity') AND day <= coalesce($4, 'infinity'))`;
  const where = {
    delivered: "status = 'delivered' AND validation_status = 'passed'",
    ready: "status = 'completed' AND validation_status = 'passed'",
    reviewed: "status <> 'rework' AND has_review",
  };
  const count = (condition: string) => `count(*) FILTER (WHERE ${condition})`;
  const [totals] = await db.query<Record<string, number>>(
    `${selected} SELECT ${count(where.delivered)} AS total_delivered,
      ${count(where.ready)} AS ready_for_delivery,
      ${count(`${where.ready} AND has_review`)} AS reviewed_ready_for_delivery,
      ${count("status = 'rework'")} AS total_rework, ${count(where.reviewed)} AS total_reviewed
    FROM dated`,
    values,
  );
  const models = await db.query<Record<string, unknown> & { aht: Record<string, string | null> }>(
    `${selected} SELECT target_model, ${count(where.delivered)} AS total_delivered,
      ${count(where.ready)} AS ready_for_delivery, ${count(where.reviewed)} AS reviewed_count,
      ${count("status = 'rework'")} AS rework_count,
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
      fc.asyncProperty(fc.constantFrom(0, 1, 2, 3), filters, async (projectId, query) => {
        const answer = await readDeliveryStats(db, projectId, query);
        expect(deliveryStatsSchema.parse(answer)).toEqual(answer);
        const { revision: _revision, review_coverage, ...counts } = answer;
        expect(counts).toEqual(await recount(projectId, query));
        const ready = counts.ready_for_delivery;
        const share = ready === 0 ? 0 : (counts.reviewed_ready_for_delivery / ready) * 100;
        expect(Math.abs(review_coverage - share)).toBeLessThanOrEqual(0.05 + 1e-9);
      }),
      { numRuns: 100 },
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
