import { query } from './world.js';

/** A pod's week and review desk, counted from the tasks with plain SQL. */
export interface PodNumbers {
  target: { daily_tasks: number; daily_turns: number } | null;
  /** Weekdays of the week before today. */
  weekdays_before: number;
  trainers: { email: string; tasks: number; turns: number }[];
  pending: number;
  done: number;
  /** The waiting tasks, oldest first; at most twenty. */
  waiting: number[];
}

const ZONE = 'America/Los_Angeles';
const TODAY = `(now() AT TIME ZONE '${ZONE}')::date`;
const MONDAY = `date_trunc('week', now() AT TIME ZONE '${ZONE}')::date`;
const WAITS = `status IN ('completed', 'ready_for_review') AND NOT EXISTS (
  SELECT FROM core.task_review r WHERE r.turing_task_id = t.turing_task_id)`;

/** Counts the boards of a pod. */
export async function recountPod(databaseUrl: string, podName: string): Promise<PodNumbers> {
  const ofMembers = `core.task t JOIN core.pod p ON p.project_id = t.project_id
    JOIN core.pod_member m ON m.pod_name = p.name AND m.user_email = t.user_email
    WHERE p.name = $1`;
  const [row] = await query<PodNumbers>(
    databaseUrl,
    `SELECT
      (SELECT json_build_object('daily_tasks', daily_tasks_target, 'daily_turns', daily_turns_target)
        FROM core.pod_weekly_target
        WHERE pod_name = $1 AND user_email IS NULL AND ${TODAY} BETWEEN week_start_date AND week_end_date
        ORDER BY week_start_date DESC, repeats LIMIT 1) AS target,
      least(5, extract(isodow FROM ${TODAY}) - 1)::int AS weekdays_before,
      (SELECT json_agg(w) FROM (
        SELECT m.user_email AS email, count(t.turing_task_id) AS tasks,
          coalesce(sum(t.number_of_turns), 0) AS turns
        FROM core.pod_member m
        JOIN core.pod p ON p.name = m.pod_name
        LEFT JOIN core.task t ON t.user_email = m.user_email AND t.project_id = p.project_id
          AND t.status IN ('completed', 'reviewed', 'delivered')
          AND (t.completed_at AT TIME ZONE '${ZONE}')::date BETWEEN ${MONDAY} AND ${MONDAY} + 6
        WHERE m.pod_name = $1 AND m.role = 'trainer'
        GROUP BY 1 ORDER BY 1) w) AS trainers,
      (SELECT count(*)::int FROM ${ofMembers} AND ${WAITS}) AS pending,
      (SELECT count(*)::int FROM ${ofMembers} AND EXISTS (
        SELECT FROM core.task_review r WHERE r.turing_task_id = t.turing_task_id
          AND (r.submitted_at AT TIME ZONE '${ZONE}')::date = ${TODAY})) AS done,
      (SELECT coalesce(json_agg(w.turing_task_id ORDER BY n), '[]') FROM (
        SELECT t.turing_task_id, row_number() OVER (
          ORDER BY coalesce(t.completed_at, t.updated_at, t.created_at), t.turing_task_id) AS n
        FROM ${ofMembers} AND ${WAITS}) w WHERE n <= 20) AS waiting`,
    [podName],
  );
  if (row === undefined) throw new Error('no numbers');
  return row;
}
