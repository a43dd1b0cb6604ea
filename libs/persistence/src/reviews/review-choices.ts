import { MAX_QUEUE_CHOICES, type ReviewChoices } from '@portal/contracts/task-stats';
import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';
import type { ReviewQueueScope } from './review-queue.js';
import { stampOfProject } from '../stamp-sql.js';
import {
  MEMBERS,
  SENT_BACK,
  SENT_BACK_TASKS,
  WAITING_OF_POD,
  waitingAmong,
} from './waiting-sql.js';

/** What the filters of a pod's queue can select, of all tasks that wait: each of them is read once. */
export async function readReviewChoices(
  db: Queryable,
  { projectId, podName }: Pick<ReviewQueueScope, 'projectId' | 'podName'>,
): Promise<ReviewChoices> {
  const [row] = await db.query<ReviewChoices>(choices, [projectId, podName]);
  if (!row) throw new Error('the statement returned no row');
  return row;
}

const choices = sql`
  WITH ${MEMBERS},
  wanted AS (SELECT * FROM member),
  counted AS MATERIALIZED (
    SELECT turing_batch_id, target_model, count(*) AS tasks
    FROM (${WAITING_OF_POD}) AS waiting
    GROUP BY 1, 2
  )
  SELECT ${stampOfProject}, ${mostOf(sql`
    SELECT turing_batch_id, batch.name, sum(tasks)::bigint AS tasks
    FROM counted
    JOIN core.batch USING (turing_batch_id)
    WHERE batch.project_id = $1
    GROUP BY 1, 2`)} AS batches, ${mostOf(sql`
    SELECT target_model, sum(tasks)::bigint AS tasks
    FROM counted WHERE target_model <> '' GROUP BY 1`)} AS models, ${mostOf(sql`
    SELECT reason, count(DISTINCT turing_task_id) AS tasks
    FROM (${waitingAmong(SENT_BACK_TASKS)}) AS waiting
    JOIN core.task_feedback AS feedback USING (turing_task_id)
    CROSS JOIN unnest(feedback.reasons) AS reason
    WHERE ${SENT_BACK}
    GROUP BY 1`)} AS reasons`;

/** The largest of them. @param counted a query of their names and `tasks` */
function mostOf(counted: string): string {
  return sql`(
    SELECT coalesce(jsonb_agg(to_jsonb(choice) ORDER BY tasks DESC, choice), '[]')
    FROM (
      SELECT * FROM (${counted}) AS one ORDER BY tasks DESC, one LIMIT ${MAX_QUEUE_CHOICES}
    ) AS choice)`;
}
