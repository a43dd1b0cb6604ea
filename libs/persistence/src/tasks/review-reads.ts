import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';

/** Whether a row `review` of a row `task` says why the task came back, and the user of the task has not opened it. */
export const IS_UNREAD_REVIEW = sql`(task.status = 'rework' AND NOT EXISTS (
  SELECT FROM core.review_read AS known
  WHERE known.turing_task_id = review.turing_task_id
    AND known.turing_review_id = review.turing_review_id))`;

/**
 * In the name of the user of the task, if it is in rework. Waits for nobody: while a task is being deleted, they stay unread.
 * @returns whether some of its reviews were unread
 */
export async function markReviewsRead(
  db: Queryable,
  taskId: number,
  email: string,
): Promise<boolean> {
  const read = await db.query(
    sql`
      INSERT INTO core.review_read (turing_task_id, turing_review_id)
      SELECT review.turing_task_id, turing_review_id
      FROM core.task JOIN core.task_review AS review USING (turing_task_id)
      WHERE task.turing_task_id = $1 AND user_email = $2 AND task.status = 'rework'
      FOR KEY SHARE OF task SKIP LOCKED
      ON CONFLICT DO NOTHING
      RETURNING turing_review_id`,
    [taskId, email],
  );
  return read.length > 0;
}
