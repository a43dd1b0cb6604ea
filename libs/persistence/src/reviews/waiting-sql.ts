import { sql } from '../sql.js';
import { CLAIM_HOLDS, NOT_REVIEWED, SINCE, WAITING } from '../tasks/claim-sql.js';
import { isTaskOf } from '../tasks/task-keys.js';

/**
 * The query `member`: `agg.user_total` gives for each member of pod $2 in project $1 how many tasks wait, and how many
 * have such a status but were reviewed.
 */
export const MEMBERS = sql`
  member AS MATERIALIZED (
    SELECT user_email, sum(tasks - reviewed_tasks)::bigint AS pending,
      sum(reviewed_tasks)::bigint AS reviewed
    FROM core.pod_member
    JOIN agg.user_total USING (user_email)
    WHERE pod_name = $2 AND project_id = $1 AND status IN ('completed', 'ready_for_review')
    GROUP BY user_email
    HAVING sum(tasks - reviewed_tasks) > 0
  )`;

/** A query of tasks of project $1 that wait. @param condition on rows `task` */
export const waitingTask = (condition: string, reviews = NOT_REVIEWED): string => sql`
  SELECT turing_task_id, user_email, turing_batch_id, target_model, ${SINCE} AS waiting_since
  FROM core.task
  WHERE project_id = $1 AND ${WAITING} AND ${condition} AND ${reviews}`;

/** The reviews of a task are not asked where none of its member's tasks with such a status has any. */
const unlessReviewed = (member: string): string => sql`(${member}.reviewed = 0 OR ${NOT_REVIEWED})`;

/** Those of a row of `member`. @param member the name of the row */
const ofMember = (member: string): string =>
  waitingTask(isTaskOf(`${member}.user_email`), unlessReviewed(member));

/**
 * An index lists the member's tasks from the largest id downwards until all waiting tasks are found, so older tasks are
 * not read, and each waiting one is read once.
 */
const allOfMember = (member: string): string =>
  sql`${ofMember(member)} ORDER BY turing_task_id DESC LIMIT ${member}.pending`;

/** All waiting tasks of pod $2 in project $1, each read once; needs `member`. */
export const WAITING_OF_POD = sql`
  SELECT found.* FROM member CROSS JOIN LATERAL (${allOfMember('member')}) AS found`;

/**
 * Some columns of the first tasks of each row of `wanted`, which has rows of `member`. Where most tasks wait, the index
 * `task_waiting` has them in the order of waiting, and the others are not read; where most were reviewed, those that
 * wait are all read, from the largest id downwards.
 * @param condition on a row `waiting` @param most an expression; null for all
 */
export const firstInTurn = (condition: string, most: string): string => sql`
      ${firstOf(sql`reviewed < pending`, ofMember('wanted'), condition, most)}
      UNION ALL
      ${firstOf(sql`reviewed >= pending`, allOfMember('wanted'), condition, most)}`;

function firstOf(members: string, waiting: string, condition: string, most: string): string {
  return sql`
      SELECT oldest.*
      FROM (SELECT * FROM wanted WHERE ${members}) AS wanted
      CROSS JOIN LATERAL (
        SELECT turing_task_id, user_email, waiting_since
        FROM (${waiting}) AS waiting
        WHERE ${condition}
        ORDER BY waiting_since, turing_task_id
        LIMIT ${most}
      ) AS oldest`;
}

/** The condition that a row `feedback` has sent its task back. */
export const SENT_BACK = sql`feedback.is_rework AND feedback.withdrawn_at IS NULL`;

/** The ids of the tasks of project $1 that were sent back in the portal, and wait again. */
export const SENT_BACK_TASKS = sql`
  SELECT turing_task_id FROM core.task_round AS last
  WHERE project_id = $1 AND awaits = 'review' AND EXISTS (
    SELECT FROM core.task_feedback AS feedback
    WHERE feedback.turing_task_id = last.turing_task_id AND ${SENT_BACK}
    OFFSET 0)`;

/**
 * The waiting tasks of `wanted` among some, each found by its key.
 * @param ids a query of them @param columns those of `ids` to give, too
 */
export const waitingAmong = (ids: string, ...columns: readonly string[]): string => sql`
  SELECT ${['task.*', ...columns].join(', ')} FROM (${ids}) AS known
  CROSS JOIN LATERAL (
    ${waitingTask(sql`task.turing_task_id = known.turing_task_id`, sql`true`)}
    OFFSET 0
  ) AS task
  JOIN wanted USING (user_email)
  WHERE ${unlessReviewed('wanted')}`;

/** The query `held`: the claims of waiting tasks of the rows of `member`. */
export const HELD = sql`
  held AS MATERIALIZED (
    SELECT claim.* FROM core.review_claim AS claim
    CROSS JOIN LATERAL (
      ${waitingTask(sql`task.turing_task_id = claim.turing_task_id`)}
      OFFSET 0
    ) AS task
    WHERE task.user_email IN (SELECT user_email FROM member) AND ${CLAIM_HOLDS}
  )`;
