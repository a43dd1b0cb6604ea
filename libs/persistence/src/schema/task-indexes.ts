import { sql } from '../sql.js';

/**
 * Indexes for lists of tasks: each contains the tasks of one project and one value in the order of
 * the list. The cost of a page depends on its size only.
 */
export const taskIndexes = sql`
-- Includes the status: the review queue finds waiting tasks by an index-only scan.
CREATE INDEX task_list_user ON core.task (project_id, user_email, turing_task_id)
  INCLUDE (status);
CREATE INDEX task_list_batch ON core.task (project_id, turing_batch_id, turing_task_id);
CREATE INDEX task_list_status ON core.task (project_id, status, turing_task_id);
CREATE INDEX task_list_completed ON core.task
  (project_id, status, completed_at, turing_task_id);
`;
