import { sql } from '../sql.js';
import { NOT_REVIEWED, WAITING } from './claim-sql.js';
import { waitingTask } from './waiting-sql.js';

/** @param row with the id of the task of the round `last` */
const isLast = (row: string): string => sql`NOT EXISTS (
      SELECT FROM core.task_round AS later
      WHERE later.turing_task_id = ${row}.turing_task_id AND later.n > last.n
      OFFSET 0)`;
const IS_LAST = isLast('last');

/**
 * Whether a task that waits came back so often, without an acceptance since, that it is for the lead and not for the
 * queue.
 * @param id the expression of its id
 * @param project the expression of its project's id
 */
export const isStuck = (id: string, project: string): string => sql`EXISTS (
  SELECT FROM core.task_round AS last
  WHERE last.turing_task_id = ${id} AND last.verdict = 'rework'
    AND last.n >= (SELECT rounds_until_stuck FROM core.project WHERE id = ${project})
    AND ${IS_LAST}
  OFFSET 0)`;

/**
 * Rows `task` that are stuck in a project, waiting for a review or in rework, and `last`, their last rounds. `OFFSET 0`
 * finds each task by its key.
 * @param condition on them
 */
export const stuckTasks = (condition: string): string => sql`
  core.project
  JOIN core.task_round AS last
    ON last.project_id = project.id AND last.verdict = 'rework' AND last.n >= project.rounds_until_stuck AND ${IS_LAST}
  CROSS JOIN LATERAL (
    SELECT * FROM core.task WHERE task.turing_task_id = last.turing_task_id OFFSET 0
  ) AS task
  WHERE (task.status = 'rework' OR (${WAITING} AND ${NOT_REVIEWED})) AND ${condition}`;

/**
 * Those of project $1 that wait for a review. Few of the tasks that came back so often wait, so that the last round of
 * these alone is looked for.
 * @param condition on rows `task`
 */
export const stuckWaiting = (condition: string): string => sql`
  SELECT task.turing_task_id, task.user_email
  FROM core.project
  JOIN core.task_round AS last
    ON last.project_id = project.id AND last.verdict = 'rework' AND last.n >= project.rounds_until_stuck
  CROSS JOIN LATERAL (
    ${waitingTask(sql`task.turing_task_id = last.turing_task_id`, sql`${NOT_REVIEWED} AND ${isLast('task')}`)}
    OFFSET 0
  ) AS task
  WHERE project.id = $1 AND ${condition}`;
