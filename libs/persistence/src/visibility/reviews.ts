import { sql } from '../sql.js';

/** SQL of the reviews with what decides who sees them. */
export const REVIEWS_OF_TASKS = sql`(
  SELECT review.*, task.project_id, task.turing_batch_id, task.user_email
  FROM core.task_review AS review JOIN core.task USING (turing_task_id))`;
