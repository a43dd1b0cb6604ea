import { sql } from '../sql.js';

/**
 * What lists of tasks are read by: each index has the tasks of one project and one value in the
 * order of a list, so that a page costs as much as it shows, however the tasks are spread.
 */
export const lists = sql`
-- With the status, which the review desk counts from the index alone.
CREATE INDEX task_list_user ON core.task (project_id, user_email, turing_task_id)
  INCLUDE (status);
CREATE INDEX task_list_batch ON core.task (project_id, turing_batch_id, turing_task_id);
CREATE INDEX task_list_status ON core.task (project_id, status, turing_task_id);
CREATE INDEX task_list_completed ON core.task
  (project_id, status, completed_at, turing_task_id);
`;
