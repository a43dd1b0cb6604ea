import { sql } from './sql.js';

/** The condition for rows of project $1; 0 stands for all projects. */
export const inProject = sql`($1 = 0 OR project_id = $1)`;

/** A subquery, so that a statement reads it once and not for each row. */
export const epoch = sql`(SELECT core.epoch())`;

/** The revision of project $1; for project 0 the sum of all. */
const revision = sql`
  (SELECT coalesce(sum(revision), 0)::bigint FROM agg.project_revision WHERE ${inProject})`;

/** The stamp of project $1, as columns. */
export const stampOfProject = sql`${epoch} AS epoch, ${revision} AS revision`;

/** The same as arguments of json_build_object. */
export const stampEntries = sql`'epoch', ${epoch}, 'revision', ${revision}`;

/** Totals of `tasks`, `reviewed_tasks` and `reviews`, as arguments of json_build_object. */
export const countsByStatus = sql`
  'total_tasks', coalesce(sum(tasks), 0),
  'completed_tasks', coalesce(sum(tasks) FILTER (WHERE core.is_done(status)), 0),
  'rework_tasks', coalesce(sum(tasks) FILTER (WHERE status = 'rework'), 0),
  'reviewed_tasks', coalesce(sum(reviewed_tasks) FILTER (WHERE core.is_done(status)), 0),
  'total_reviews', coalesce(sum(reviews), 0)`;
