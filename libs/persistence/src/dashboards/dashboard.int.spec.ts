import { overviewSchema, type DashboardQuery, type Overview } from '@portal/contracts/dashboard';
import { connectTo, type QueryClient } from '@portal/testing/query-client';
import { testDatabase, type TestDatabase } from '@portal/testing/postgres';
import { runs } from '@portal/testing/runs';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readActivity, readBatches, readDashboardStats, readOverview } from './dashboard.js';
import { readDashboardTotals } from './live-state.js';

const PROJECTS = [1, 2, 3];
const BATCHES = 6;

describe('dashboard reads', () => {
  let database: TestDatabase;
  let db: QueryClient;

  beforeAll(async () => {
    database = await testDatabase();
    db = await connectTo(database.url);
    await db.query(
      `INSERT INTO core.project (id, name)
      SELECT id, 'Project ' || id FROM unnest($1::integer[]) id`,
      [PROJECTS],
    );
    await db.query(`INSERT INTO core.batch (project_id, turing_batch_id, name, created_at)
      SELECT project, batch, 'Batch ' || batch, '2026-01-01T00:00:00Z'::timestamptz + batch % 4 * interval '1 day'
      FROM generate_series(1, 3) project, generate_series(1, ${BATCHES}) batch`);
    await seedTasks(db);
  });

  afterAll(async () => {
    await db.close();
    await database.drop();
  });

  it('AGG-17 equal a plain count over the tasks under any filter', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(0, 1, 2), filters, async (projectId, query) => {
        const overview = await readOverview(db, projectId, query);
        expect(overviewSchema.parse(overview)).toEqual(overview);
        expect(numbersOf(overview)).toEqual(await countTasks(db, projectId, query));

        const { dashboard_stats, batches, recent_activity, epoch, revision } = overview;
        expect(await readDashboardStats(db, projectId, query)).toEqual({
          epoch,
          revision,
          dashboard_stats,
        });
        expect(await readBatches(db, projectId, query)).toEqual({ epoch, revision, batches });
        expect(await readActivity(db, projectId, query)).toEqual({
          epoch,
          revision,
          recent_activity,
        });
      }),
      { numRuns: runs(12) },
    );
  });

  it('AGG-18 activity without dates covers the last days up to today', async () => {
    const daysOf = async (query: Partial<DashboardQuery>) => {
      const { recent_activity } = await readActivity(db, 3, { activity_days: 30, ...query });
      return recent_activity.map(({ date }) => date);
    };
    const [today] = await db.query<{ day: string; week_ago: string; month_ago: string }>(
      `SELECT core.reporting_day(now()) AS day, core.reporting_day(now()) - 6 AS week_ago,
        core.reporting_day(now()) - 40 AS month_ago`,
    );
    if (today === undefined) throw new Error('no day');
    const { day, week_ago, month_ago } = today;
    expect(await daysOf({})).toEqual([week_ago, day]);
    expect(await daysOf({ activity_days: 7 })).toEqual([week_ago, day]);
    expect(await daysOf({ activity_days: 6 })).toEqual([day]);
    expect(await daysOf({ start_date: month_ago })).toEqual([month_ago, week_ago, day]);
    expect(await daysOf({ end_date: week_ago })).toEqual([month_ago, week_ago]);
    expect(await daysOf({ start_date: week_ago, end_date: week_ago })).toEqual([week_ago]);
  });

  it('AGG-19 batches are listed newest first, also those without a task', async () => {
    const { batches } = await readBatches(db, 3, { activity_days: 30 });
    expect(batches.map((batch) => batch.turing_batch_id)).toEqual([3, 6, 2, 5, 1, 4]);
    const chosen = await readBatches(db, 3, {
      activity_days: 30,
      batch_ids: [4, 5, 99],
      start_date: '1999-01-01',
      end_date: '1999-12-31',
    });
    expect(chosen.batches).toMatchObject([
      { turing_batch_id: 5, total_tasks: 0, completion_rate: 0, by_status: {} },
      { turing_batch_id: 4, total_tasks: 0, completion_rate: 0, by_status: {} },
    ]);
  });

  it('AGG-19 a project without tasks returns zeros', async () => {
    expect(await readOverview(db, 404, { activity_days: 30 })).toEqual({
      epoch: expect.any(String) as string,
      revision: 0,
      dashboard_stats: {
        total_tasks: 0,
        total_batches: 0,
        by_status: {},
        completed_tasks: 0,
        rework_tasks: 0,
        reviewed_tasks: 0,
        total_reviews: 0,
        completion_rate: 0,
        review_rate: 0,
        rework_rate: 0,
      },
      batches: [],
      recent_activity: [],
    });
  });

  it('AGG-20 the pushed totals equal the unfiltered dashboard', async () => {
    for (const projectId of [0, 1, 2, 3, 404]) {
      const {
        epoch,
        revision,
        dashboard_stats: stats,
      } = await readDashboardStats(db, projectId, {
        activity_days: 30,
      });
      expect(await readDashboardTotals(db, projectId)).toEqual({
        project_id: projectId,
        epoch,
        revision,
        totals: {
          total_tasks: stats.total_tasks,
          completed_tasks: stats.completed_tasks,
          rework_tasks: stats.rework_tasks,
          reviewed_tasks: stats.reviewed_tasks,
          total_reviews: stats.total_reviews,
          total_batches: stats.total_batches,
        },
      });
    }
  });
});

const day = fc
  .date({
    min: new Date('2026-02-20T00:00:00Z'),
    max: new Date('2026-03-25T00:00:00Z'),
    noInvalidDate: true,
  })
  .map((date) => date.toISOString().slice(0, 10));

const filters: fc.Arbitrary<DashboardQuery> = fc
  .record(
    {
      batch_ids: fc.uniqueArray(fc.integer({ min: 1, max: BATCHES + 1 }), { maxLength: 5 }),
      dates: fc.tuple(day, day),
      open: fc.constantFrom('start', 'end', 'none'),
    },
    { requiredKeys: ['open'] },
  )
  .map(({ batch_ids, dates, open }) => {
    const [start, end] = dates?.toSorted() ?? [];
    return {
      activity_days: 365,
      ...(batch_ids && { batch_ids }),
      ...(start !== undefined && open !== 'start' && { start_date: start }),
      ...(end !== undefined && open !== 'end' && { end_date: end }),
    };
  });

/** Two projects of many tasks over four weeks, and one with a few around today. */
async function seedTasks(db: QueryClient): Promise<void> {
  await db.query(`INSERT INTO core.task (turing_task_id, project_id, turing_batch_id, user_email,
      status, number_of_turns, completed_at, updated_at, created_at)
    SELECT id, 1 + id % 2, 1 + (id / 2) % 5, 'user' || id % 7 || '@example.com',
      (ARRAY['completed', 'reviewed', 'delivered', 'in_progress', 'pending', 'rework', 'odd'])[1 + id % 7],
      id % 5, CASE WHEN id % 3 > 0 THEN at END, CASE WHEN id % 11 > 0 THEN at + interval '3 hours' END,
      CASE WHEN id % 13 > 0 THEN at - interval '2 days' END
    FROM (SELECT id, '2026-02-25T00:00:00Z'::timestamptz + id * interval '37 minutes' AS at
      FROM generate_series(1, 1000) id) AS made`);
  await db.query(`INSERT INTO core.task_review (turing_task_id, turing_review_id, status, submitted_at)
    SELECT turing_task_id, number, 'accepted',
      CASE WHEN turing_task_id % 17 > 0 THEN coalesce(completed_at, updated_at) + number * interval '1 day' END
    FROM core.task, generate_series(1, 2) number WHERE turing_task_id % (number * 2) = 0`);
  await db.query(`INSERT INTO core.task (turing_task_id, project_id, turing_batch_id, status, completed_at)
    SELECT 5000 + days, 3, 1, 'completed',
      (core.reporting_day(now()) - days)::timestamp AT TIME ZONE 'America/Los_Angeles'
    FROM unnest(ARRAY[0, 6, 40]) days`);
}

interface Numbers {
  readonly stats: Record<string, unknown>;
  readonly batches: readonly Record<string, unknown>[];
  readonly activity: readonly Overview['recent_activity'][number][];
}

function numbersOf({ dashboard_stats: stats, batches, recent_activity }: Overview): Numbers {
  return {
    stats: {
      total_batches: stats.total_batches,
      total_tasks: stats.total_tasks,
      completed_tasks: stats.completed_tasks,
      rework_tasks: stats.rework_tasks,
      reviewed_tasks: stats.reviewed_tasks,
      total_reviews: stats.total_reviews,
      by_status: stats.by_status,
    },
    batches: batches
      .filter((batch) => batch.total_tasks > 0)
      .map((batch) => ({
        project_id: batch.project_id,
        turing_batch_id: batch.turing_batch_id,
        total_tasks: batch.total_tasks,
        completed_tasks: batch.completed_tasks,
        reviewed_tasks: batch.reviewed_tasks,
      }))
      .sort((a, b) => a.project_id - b.project_id || a.turing_batch_id - b.turing_batch_id),
    activity: recent_activity,
  };
}

/** The same numbers, counted from the tasks. */
async function countTasks(
  db: QueryClient,
  projectId: number,
  query: DashboardQuery,
): Promise<Numbers> {
  const values = [
    projectId,
    query.batch_ids ?? null,
    query.start_date ?? null,
    query.end_date ?? null,
  ];
  const inDates = (column: string) =>
    `($3::date IS NULL AND $4::date IS NULL OR ${column} BETWEEN coalesce($3, '-infinity') AND coalesce($4, 'infinity'))`;
  const selected = `selected AS (
      SELECT task.*, task.status IN ('completed', 'reviewed', 'delivered') AS is_done,
        (SELECT count(*) FROM core.task_review AS r WHERE r.turing_task_id = task.turing_task_id) AS reviews
      FROM core.task WHERE ($1 = 0 OR project_id = $1) AND ($2::bigint[] IS NULL OR turing_batch_id = ANY ($2))
    ), dated AS (
      SELECT * FROM selected
      WHERE ${inDates(`(coalesce(completed_at, updated_at, created_at) AT TIME ZONE 'America/Los_Angeles')::date`)}
    )`;
  const counts = `count(*)::bigint AS total_tasks, count(*) FILTER (WHERE is_done) AS completed_tasks,
    count(*) FILTER (WHERE is_done AND reviews > 0) AS reviewed_tasks`;
  const [stats] = await db.query<Record<string, unknown>>(
    `WITH ${selected} SELECT ${counts}, count(*) FILTER (WHERE status = 'rework') AS rework_tasks,
      coalesce(sum(reviews), 0)::bigint AS total_reviews,
      (SELECT count(*) FROM core.batch WHERE ($1 = 0 OR project_id = $1)
        AND ($2::bigint[] IS NULL OR turing_batch_id = ANY ($2))) AS total_batches,
      (SELECT coalesce(json_object_agg(status, tasks), '{}')
        FROM (SELECT status, count(*) AS tasks FROM dated GROUP BY 1) AS counted) AS by_status
    FROM dated`,
    values,
  );
  const batches = await db.query<Record<string, unknown>>(
    `WITH ${selected} SELECT project_id, turing_batch_id, ${counts} FROM dated GROUP BY 1, 2 ORDER BY 1, 2`,
    values,
  );
  const isDated = query.start_date !== undefined || query.end_date !== undefined;
  const activity = await db.query<Overview['recent_activity'][number]>(
    `WITH ${selected} SELECT date, sum(done)::bigint AS completed_tasks,
      sum(submitted)::bigint AS reviews_submitted, sum(working)::bigint AS tasks_in_progress
    FROM (
      SELECT (completed_at AT TIME ZONE 'America/Los_Angeles')::date AS date, 1 AS done, 0 AS submitted, 0 AS working
      FROM selected WHERE is_done
      UNION ALL
      SELECT (submitted_at AT TIME ZONE 'America/Los_Angeles')::date, 0, 1, 0
      FROM core.task_review JOIN selected USING (turing_task_id)
      UNION ALL
      SELECT (updated_at AT TIME ZONE 'America/Los_Angeles')::date, 0, 0, 1
      FROM selected WHERE status = 'in_progress'
    ) AS event
    WHERE date IS NOT NULL AND ${inDates('date')}
      AND (${isDated} OR date > (now() AT TIME ZONE 'America/Los_Angeles')::date - ${query.activity_days}
        AND date <= (now() AT TIME ZONE 'America/Los_Angeles')::date)
    GROUP BY date ORDER BY date`,
    values,
  );
  return { stats: stats ?? {}, batches, activity };
}
