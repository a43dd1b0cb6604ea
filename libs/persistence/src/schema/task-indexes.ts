import { sql } from '../sql.js';

/**
 * The indexes of tasks besides the primary key; ADR 108 says what reads each of them. The first four
 * contain the tasks of one project and one value in the order of a list: the cost of a page depends
 * on its size only.
 */
export const taskIndexes = sql`
CREATE INDEX task_list_user ON core.task
  (project_id, core.index_key(user_email), turing_task_id);
CREATE INDEX task_list_batch ON core.task (project_id, turing_batch_id, turing_task_id);
CREATE INDEX task_list_status ON core.task
  (project_id, core.index_key(status), turing_task_id);
CREATE INDEX task_list_completed ON core.task
  (project_id, core.index_key(status), completed_at, turing_task_id);

-- The tasks of a user in a period, newest first.
CREATE INDEX task_user_time ON core.task (
  core.index_key(user_email), core.activity_time(completed_at, updated_at, created_at),
  turing_task_id);

-- The tasks of a batch and a day, to find the next durations when all known ones went.
CREATE INDEX task_batch_span ON core.task (
  project_id, turing_batch_id,
  core.activity_span(core.activity_time(completed_at, updated_at, created_at)));

-- The changes of a project in the order of their transactions.
CREATE INDEX task_changed ON core.task (project_id, changed_in, turing_task_id);
`;
