import type { Stamp } from '@portal/contracts/stamp';
import type { WaitingTask } from '@portal/contracts/task-stats';
import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';
import { stampOfProject } from './scope-sql.js';
import { isTaskOf } from './task-keys.js';
import { countedPage, type CountedRow, USER_TASK, type UserTaskRow } from './user-task-row.js';

export interface ReviewQueuePage {
  readonly projectId: number;
  readonly podName: string;
  readonly page: number;
  readonly size: number;
}

/**
 * One page of the tasks of a pod's members that wait for a first review, oldest first, and how many
 * wait: the same number as `pending` on the pod's review desk.
 * @param db a connection of `createPool`, whose instants are text
 */
export async function readReviewQueue(
  db: Queryable,
  { projectId, podName, page, size }: ReviewQueuePage,
): Promise<Counts & { items: WaitingTask[] }> {
  const rows = await db.query<CountedRow<Counts, WaitingTaskRow>>(
    reviewQueue(size, (page - 1) * size),
    [projectId, podName],
  );
  return countedPage(rows);
}

const WAITING = sql`status IN ('completed', 'ready_for_review')`;
const SINCE = sql`coalesce(completed_at, updated_at, created_at)`;

/**
 * At least one row. `agg.user_total` gives the number of waiting tasks of each member. An index lists
 * the member's tasks from the largest id downwards until all waiting tasks are found, so older tasks
 * are not read. Only waiting tasks are sorted. `OFFSET 0` prevents a join
 * that would read all reviews.
 */
const reviewQueue = (limit: number, offset: number): string => sql`
  WITH member AS MATERIALIZED (
    SELECT user_email, sum(tasks - reviewed_tasks)::bigint AS pending
    FROM core.pod_member
    JOIN agg.user_total USING (user_email)
    WHERE pod_name = $2 AND project_id = $1 AND ${WAITING}
    GROUP BY user_email
    HAVING sum(tasks - reviewed_tasks) > 0
  ),
  waiting AS MATERIALIZED (
    SELECT found.turing_task_id
    FROM member
    CROSS JOIN LATERAL (
      SELECT turing_task_id
      FROM core.task
      WHERE project_id = $1 AND ${isTaskOf('member.user_email')} AND ${WAITING}
        AND NOT EXISTS (
          SELECT FROM core.task_review AS review
          WHERE review.turing_task_id = task.turing_task_id
          OFFSET 0)
      ORDER BY turing_task_id DESC
      LIMIT member.pending
    ) AS found
  ),
  head AS (
    SELECT turing_task_id, ${SINCE} AS waiting_since
    FROM waiting
    JOIN core.task USING (turing_task_id)
    ORDER BY waiting_since, turing_task_id
    LIMIT ${limit} OFFSET ${offset}
  )
  SELECT to_jsonb(counted) AS counts, waiting_since, ${USER_TASK}
  FROM (
    SELECT ${stampOfProject}, coalesce(sum(pending), 0)::bigint AS total FROM member
  ) AS counted
  LEFT JOIN head ON TRUE
  LEFT JOIN core.task ON task.turing_task_id = head.turing_task_id
  LEFT JOIN core.project ON project.id = project_id
  ORDER BY waiting_since, task.turing_task_id`;

interface Counts extends Stamp {
  readonly total: number;
}
type WaitingTaskRow = UserTaskRow & Pick<WaitingTask, 'waiting_since'>;
