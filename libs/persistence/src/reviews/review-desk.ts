import type { ReviewStatsRow } from '@portal/contracts/task-stats';
import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';
import type { Period } from '../users/daily-work.js';
import { inUserScope, type UserScope } from '../users/user-scope.js';

/**
 * The review desk by status: tasks that wait for a first review (pending), and tasks with a review
 * submitted in the period, each once (done). Sums by day would count a task with reviews on two days
 * twice. So the reviews of the period, of the requested users or all, select the done tasks.
 */
export function readReviewDesk(
  db: Queryable,
  scope: UserScope,
  { start, end }: Period,
): Promise<readonly ReviewStatsRow[]> {
  const task = inUserScope(scope, 3);
  const review = inUserScope({ ...ANYBODY, users: scope.users }, 3 + task.values.length);
  const source = scope.users === null ? 'core.task_review' : 'agg.user_review';
  return db.query<ReviewStatsRow>(reviewDesk(source, review.condition, task.condition), [
    ...[start, end],
    ...task.values,
    ...review.values,
  ]);
}

const ANYBODY = { projectId: 0, visibility: { email: '', isEverywhere: true, projectIds: [] } };

/** @param reviews the table of reviews with an index for these users and the period */
const reviewDesk = (reviews: string, reviewCondition: string, taskCondition: string): string => sql`
  SELECT status, desk, sum(tasks)::bigint AS task_count
  FROM (
    SELECT status, 'pending' AS desk, tasks - reviewed_tasks AS tasks
    FROM agg.user_total
    WHERE status IN ('completed', 'ready_for_review') AND ${taskCondition}
    UNION ALL
    SELECT status, 'done', 1
    FROM (
      SELECT DISTINCT turing_task_id FROM ${reviews}
      WHERE submitted_at >= $1::timestamptz AND submitted_at < $2::timestamptz AND ${reviewCondition}
    ) AS reviewed
    CROSS JOIN LATERAL (
      SELECT status
      FROM core.task
      WHERE task.turing_task_id = reviewed.turing_task_id AND ${taskCondition}
      OFFSET 0
    ) AS task
  ) AS counted
  GROUP BY status, desk
  HAVING sum(tasks) > 0
  ORDER BY status, desk`;
