import { sql } from '../sql.js';

/** The condition that the task of a round `last` is stuck, in a project with this limit. */
const isStuckAt = (limit: string): string =>
  sql`last.awaits IS NOT NULL AND last.verdict = 'rework' AND last.n >= ${limit}`;

/**
 * Whether a task that waits came back so often, without an acceptance since, that it is for the lead and not for the
 * queue.
 * @param id the expression of its id
 * @param project the expression of its project's id
 */
export const isStuck = (id: string, project: string): string => sql`EXISTS (
  SELECT FROM core.task_round AS last
  WHERE last.turing_task_id = ${id}
    AND ${isStuckAt(sql`(SELECT rounds_until_stuck FROM core.project WHERE id = ${project})`)}
  OFFSET 0)`;

/**
 * Rows `task` that are stuck in a project, waiting for a review or in rework, and `last`, their last rounds. `OFFSET 0`
 * finds each task by its key.
 * @param condition on them
 */
export const stuckTasks = (condition: string): string => sql`
  core.project
  JOIN core.task_round AS last
    ON last.project_id = project.id AND ${isStuckAt(sql`project.rounds_until_stuck`)}
  CROSS JOIN LATERAL (
    SELECT * FROM core.task WHERE task.turing_task_id = last.turing_task_id OFFSET 0
  ) AS task
  WHERE ${condition}`;
