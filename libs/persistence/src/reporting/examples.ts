import type { CHART_TYPES, STAT_AUDIENCES } from '@portal/contracts/constants';

type ChartType = (typeof CHART_TYPES)[number];

/** An example of a query. */
export interface QueryExample {
  readonly name: string;
  readonly description: string;
  readonly sql: string;
  readonly chartTypes: readonly ChartType[];
  /** Column that groups the result; null without aggregation. */
  readonly aggregationColumn: string | null;
  /** `leads` where the result names people. */
  readonly audience: (typeof STAT_AUDIENCES)[number];
}

/** Examples on the page of custom statistics; the first chart type is the default. */
export const QUERY_EXAMPLES: readonly QueryExample[] = [
  {
    name: 'Tasks by status',
    description: 'Number of tasks in each status.',
    sql: `SELECT status, count(*) AS tasks
FROM tasks
WHERE project_id = {{ project_id }}
GROUP BY status
ORDER BY tasks DESC`,
    chartTypes: ['doughnut', 'bar', 'table'],
    aggregationColumn: null,
    audience: 'members',
  },
  {
    name: 'Completed per week',
    description: 'Completed tasks and turns per week.',
    sql: `SELECT date_trunc('week', completed_at)::date AS week,
  count(*) AS tasks,
  sum(number_of_turns) AS turns
FROM tasks
WHERE completed_at IS NOT NULL
GROUP BY 1
ORDER BY 1`,
    chartTypes: ['line', 'bar', 'table'],
    aggregationColumn: null,
    audience: 'members',
  },
  {
    name: 'Most productive users',
    description: 'The twenty users with the most completed tasks, and their average time per task.',
    sql: `SELECT user_email,
  count(*) AS tasks,
  round(avg(duration_minutes), 1) AS average_minutes
FROM tasks
WHERE status IN ('completed', 'reviewed', 'delivered') AND user_email IS NOT NULL
GROUP BY user_email
ORDER BY tasks DESC, user_email
LIMIT 20`,
    chartTypes: ['table', 'bar'],
    aggregationColumn: null,
    audience: 'leads',
  },
  {
    name: 'Batches by status of their tasks',
    description: 'The tasks of each batch by status, grouped by batch with subtotals.',
    sql: `SELECT b.name AS batch, t.status, count(*) AS tasks, sum(t.number_of_turns) AS turns
FROM batches b
JOIN tasks t USING (project_id, turing_batch_id)
GROUP BY b.name, t.status
ORDER BY b.name, t.status`,
    chartTypes: ['table'],
    aggregationColumn: 'batch',
    audience: 'members',
  },
  {
    name: 'Rework by user',
    description: 'Percentage of the finished tasks of each user that went to rework.',
    sql: `SELECT user_email,
  count(*) FILTER (WHERE status = 'rework') AS rework,
  count(*) AS finished,
  round(100.0 * count(*) FILTER (WHERE status = 'rework') / count(*), 1) AS rework_percent
FROM tasks
WHERE status IN ('completed', 'reviewed', 'delivered', 'rework') AND user_email IS NOT NULL
GROUP BY user_email
HAVING count(*) >= 5
ORDER BY rework_percent DESC, user_email`,
    chartTypes: ['table', 'bar'],
    aggregationColumn: null,
    audience: 'leads',
  },
  {
    name: 'Average handling time by model',
    description: 'Average and median time per task for each target model.',
    sql: `SELECT coalesce(target_model, 'no model') AS model,
  count(duration_minutes) AS tasks,
  round(avg(duration_minutes), 1) AS average_minutes,
  percentile_cont(0.5) WITHIN GROUP (ORDER BY duration_minutes) AS median_minutes
FROM tasks
GROUP BY 1
ORDER BY 1`,
    chartTypes: ['bar', 'table'],
    aggregationColumn: null,
    audience: 'members',
  },
  {
    name: 'Scores of reviewers',
    description: 'Number of reviews and average score of each reviewer.',
    sql: `SELECT reviewer_email, count(*) AS reviews, round(avg(score), 2) AS average_score
FROM task_reviews
WHERE reviewer_email IS NOT NULL
GROUP BY reviewer_email
ORDER BY reviews DESC, reviewer_email`,
    chartTypes: ['table', 'bar'],
    aggregationColumn: null,
    audience: 'leads',
  },
  {
    name: 'Pods of the last thirty days',
    description: 'Completed tasks and turns of each pod over the last thirty days.',
    sql: `SELECT m.pod_name AS pod, count(*) AS tasks, sum(t.number_of_turns) AS turns
FROM pod_members m
JOIN tasks t ON t.user_email = m.user_email AND t.project_id = m.project_id
WHERE t.completed_at >= now() - interval '30 days'
GROUP BY m.pod_name
ORDER BY tasks DESC, pod`,
    chartTypes: ['bar', 'doughnut', 'table'],
    aggregationColumn: null,
    audience: 'members',
  },
  {
    name: 'Running total of completed tasks',
    description: 'Completed tasks per day, with the running total.',
    sql: `WITH days AS (
  SELECT completed_at::date AS day, count(*) AS tasks
  FROM tasks
  WHERE completed_at IS NOT NULL
  GROUP BY 1
)
SELECT day, tasks, sum(tasks) OVER (ORDER BY day) AS total
FROM days
ORDER BY day`,
    chartTypes: ['line', 'table'],
    aggregationColumn: null,
    audience: 'members',
  },
];
