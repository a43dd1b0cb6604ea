import type { DeliveryTasksQuery } from '@portal/contracts/delivery-tasks';
import type { Stamp } from '@portal/contracts/stamp';
import type { UserTask } from '@portal/contracts/task-stats';
import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';
import { isDated } from './dashboard.js';
import { inDates, inScope, parameters } from './dashboard-sql.js';
import { DELIVERY_CONDITIONS } from './delivery-conditions.js';
import { stampOfProject } from './scope-sql.js';
import { TASK_TIME } from './task-keys.js';
import { countedPage, type CountedRow, USER_TASK } from './user-task-row.js';

/**
 * One page of the tasks of one number of the delivery statistics, newest first. The total is read as
 * the statistics read it, in the same statement. The tasks of the number are read and sorted, so the
 * statement needs a time limit.
 * @param db a connection of `createPool`, which returns instants as text
 */
export async function readDeliveryTasks(
  db: Queryable,
  projectId: number,
  query: DeliveryTasksQuery,
): Promise<Counts & { items: UserTask[] }> {
  const rows = await db.query<CountedRow<Counts>>(deliveryTasks(query), [
    projectId,
    query.batch_ids ?? null,
    query.start_date ?? null,
    query.end_date ?? null,
    query.activity_days,
    ...(query.target_model === undefined ? [] : [query.target_model]),
  ]);
  return countedPage(rows);
}

interface Counts extends Stamp {
  readonly total: number;
}

/** Returns at least one row, for the total. */
function deliveryTasks(query: DeliveryTasksQuery): string {
  const { condition, counter, status } = DELIVERY_CONDITIONS[query.metric];
  const isSelected = sql`${inScope} AND ${condition}
      ${isDated(query) ? sql`AND ${inDates}` : ''}
      ${query.target_model === undefined ? '' : sql`AND coalesce(target_model, '') = $6`}`;
  return sql`
  WITH ${parameters}, counted AS (
    SELECT ${stampOfProject},
      coalesce(sum(${counter}), 0)::bigint AS total
    FROM ${counter === 'duration_count' ? 'agg.duration_day' : 'agg.task_cell'}
    WHERE ${isSelected}
  ), head AS (
    SELECT turing_task_id, ${TASK_TIME} AS at
    FROM (
      SELECT *, core.activity_day(completed_at, updated_at, created_at) AS activity_day
      FROM core.task
    ) AS task
    WHERE ${isSelected}
      ${status === undefined ? '' : sql`AND core.index_key(status) = core.index_key('${status}')`}
      AND ${COUNTS_TASK[counter]}
    ORDER BY at DESC, turing_task_id DESC
    LIMIT ${query.size} OFFSET ${(query.page - 1) * query.size}
  )
  SELECT to_jsonb(counted) AS counts, ${USER_TASK}
  FROM counted
  LEFT JOIN head ON TRUE
  LEFT JOIN core.task ON task.turing_task_id = head.turing_task_id
  LEFT JOIN core.project ON project.id = project_id
  ORDER BY at DESC, task.turing_task_id DESC`;
}

/** Which tasks each counter counts. */
const COUNTS_TASK = {
  tasks: 'TRUE',
  reviewed_tasks: sql`
    EXISTS (SELECT FROM core.task_review AS review WHERE review.turing_task_id = task.turing_task_id)`,
  duration_count: 'duration_minutes IS NOT NULL',
};
