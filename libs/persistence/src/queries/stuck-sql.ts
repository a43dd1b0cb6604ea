import { sql } from '../sql.js';
import { NOT_REVIEWED, WAITING } from './claim-sql.js';

const IS_LAST = sql`NOT EXISTS (
      SELECT FROM core.task_round AS later
      WHERE later.turing_task_id = last.turing_task_id AND later.n > last.n
      OFFSET 0)`;

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
