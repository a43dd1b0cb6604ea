import type { Overview } from '@portal/contracts/dashboard';
import { query } from './world.js';

/** The filters of a dashboard call; days in the reporting zone. */
export interface Selection {
  batchIds?: number[];
  start?: string;
  end?: string;
  activityDays?: number;
}

/** The numbers of an overview, without descriptions of batches. */
export interface Numbers {
  stats: Overview['dashboard_stats'];
  batches: Record<
    string,
    Pick<
      Overview['batches'][number],
      'total_tasks' | 'completed_tasks' | 'reviewed_tasks' | 'by_status'
    >
  >;
  activity: Overview['recent_activity'];
}

const ZONE = 'America/Los_Angeles';
const DONE = ['completed', 'reviewed', 'delivered'];

/** Counts an overview from the tasks with plain SQL. */
export async function recount(
  databaseUrl: string,
  projectId: number,
  { batchIds, start, end, activityDays = 30 }: Selection = {},
): Promise<Numbers> {
  const scope = [projectId, batchIds ?? null];
  const groups = await query<{
    batch: string;
    status: string;
    tasks: number;
    reviewed: number;
    reviews: number;
  }>(
    databaseUrl,
    `SELECT t.project_id || '/' || t.turing_batch_id AS batch, t.status, count(*)::int AS tasks,
       count(*) FILTER (WHERE r.n > 0)::int AS reviewed, coalesce(sum(r.n), 0)::int AS reviews
     FROM core.task t
     CROSS JOIN LATERAL (
       SELECT count(*) AS n FROM core.task_review WHERE turing_task_id = t.turing_task_id) r
     CROSS JOIN LATERAL (
       SELECT (coalesce(t.completed_at, t.updated_at, t.created_at) AT TIME ZONE '${ZONE}')::date AS d) a
     WHERE (t.project_id = $1 OR $1 = 0) AND ($2::bigint[] IS NULL OR t.turing_batch_id = ANY ($2))
       AND ($3::date IS NULL OR a.d >= $3) AND ($4::date IS NULL OR a.d <= $4)
     GROUP BY 1, 2`,
    [...scope, start ?? null, end ?? null],
  );
  const listed = await query<{ batch: string }>(
    databaseUrl,
    `SELECT project_id || '/' || turing_batch_id AS batch FROM core.batch
     WHERE (project_id = $1 OR $1 = 0) AND ($2::bigint[] IS NULL OR turing_batch_id = ANY ($2))`,
    scope,
  );
  const activity = await query<Overview['recent_activity'][number]>(
    databaseUrl,
    `SELECT day::text AS date, sum(done)::int AS completed_tasks,
       sum(reviews)::int AS reviews_submitted, sum(working)::int AS tasks_in_progress
     FROM (
       SELECT project_id, turing_batch_id, (completed_at AT TIME ZONE '${ZONE}')::date AS day,
         1 AS done, 0 AS reviews, 0 AS working
       FROM core.task WHERE status = ANY ($5) AND completed_at IS NOT NULL
       UNION ALL
       SELECT project_id, turing_batch_id, (submitted_at AT TIME ZONE '${ZONE}')::date, 0, 1, 0
       FROM core.task_review JOIN core.task USING (turing_task_id) WHERE submitted_at IS NOT NULL
       UNION ALL
       SELECT project_id, turing_batch_id, (updated_at AT TIME ZONE '${ZONE}')::date, 0, 0, 1
       FROM core.task WHERE status = 'in_progress' AND updated_at IS NOT NULL
     ) AS event
     WHERE (project_id = $1 OR $1 = 0) AND ($2::bigint[] IS NULL OR turing_batch_id = ANY ($2))
       AND CASE WHEN $3::date IS NULL AND $4::date IS NULL
         THEN day > (now() AT TIME ZONE '${ZONE}')::date - $6::int
           AND day <= (now() AT TIME ZONE '${ZONE}')::date
         ELSE ($3::date IS NULL OR day >= $3) AND ($4::date IS NULL OR day <= $4) END
     GROUP BY day ORDER BY day`,
    [...scope, start ?? null, end ?? null, DONE, activityDays],
  );
  return { stats: statsOf(groups, listed.length), batches: batchesOf(groups, listed), activity };
}

/** The same numbers from an overview. */
export function numbersOf(overview: Overview): Numbers {
  return {
    stats: overview.dashboard_stats,
    batches: Object.fromEntries(
      overview.batches.map(
        ({
          project_id,
          turing_batch_id,
          total_tasks,
          completed_tasks,
          reviewed_tasks,
          by_status,
        }) => [
          `${project_id}/${turing_batch_id}`,
          { total_tasks, completed_tasks, reviewed_tasks, by_status },
        ],
      ),
    ),
    activity: overview.recent_activity,
  };
}

interface Group {
  batch: string;
  status: string;
  tasks: number;
  reviewed: number;
  reviews: number;
}

function statsOf(groups: Group[], totalBatches: number): Overview['dashboard_stats'] {
  const done = groups.filter((group) => DONE.includes(group.status));
  const total = sum(groups, 'tasks');
  const completed = sum(done, 'tasks');
  const reviewed = sum(done, 'reviewed');
  const rework = sum(
    groups.filter((group) => group.status === 'rework'),
    'tasks',
  );
  return {
    total_tasks: total,
    total_batches: totalBatches,
    by_status: byStatus(groups),
    completed_tasks: completed,
    rework_tasks: rework,
    reviewed_tasks: reviewed,
    total_reviews: sum(groups, 'reviews'),
    completion_rate: rate(completed, total),
    review_rate: rate(reviewed, completed),
    rework_rate: rate(rework, completed + rework),
  };
}

function batchesOf(groups: Group[], listed: { batch: string }[]): Numbers['batches'] {
  return Object.fromEntries(
    listed.map(({ batch }) => {
      const own = groups.filter((group) => group.batch === batch);
      const done = own.filter((group) => DONE.includes(group.status));
      return [
        batch,
        {
          total_tasks: sum(own, 'tasks'),
          completed_tasks: sum(done, 'tasks'),
          reviewed_tasks: sum(done, 'reviewed'),
          by_status: byStatus(own),
        },
      ];
    }),
  );
}

function byStatus(groups: Group[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, tasks } of groups) counts[status] = (counts[status] ?? 0) + tasks;
  return counts;
}

function sum(groups: Group[], field: 'tasks' | 'reviewed' | 'reviews'): number {
  return groups.reduce((total, group) => total + group[field], 0);
}

function rate(part: number, whole: number): number {
  if (part === 0 || part === whole) return part === 0 ? 0 : 100;
  // DASH-2: 0 means none, and 100 means all.
  return Math.min(99.9, Math.max(0.1, Math.round((part / whole) * 1000) / 10));
}
