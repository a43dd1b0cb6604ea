import type { Stamp } from '@portal/contracts/stamp';
import {
  MAX_QUEUE_CHOICES,
  type NextClaimInput,
  type ReviewQueue,
  type WaitingTask,
} from '@portal/contracts/task-stats';
import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';
import { CLAIM_HOLDS, claimJson, NOT_REVIEWED, presentClaim, SINCE, WAITING } from './claim-sql.js';
import { stampOfProject } from './scope-sql.js';
import { isStuck } from './stuck-sql.js';
import { isTaskOf } from './task-keys.js';
import { isFoundSql, searchValues } from './task-search.js';
import { countedPage, type CountedRow, USER_TASK, type UserTaskRow } from './user-task-row.js';

/** The waiting tasks of a pod's members for a reviewer. */
export interface ReviewQueueScope {
  readonly projectId: number;
  readonly podName: string;
  /** Who asks. */
  readonly userId: number;
  readonly filters?: Omit<NextClaimInput, 'pod_name'>;
}

export interface ReviewQueuePage extends ReviewQueueScope {
  readonly page: number;
  readonly size: number;
}

/**
 * One page of the tasks of a pod's members that wait for a first review: those that the user has claimed, then appeals, then what was
 * sent back and done again, then oldest first, and how many wait. Without filters these and the `stuck`
 * ones, which are for the lead, are as many as `pending` on the pod's review desk.
 * @param db a connection of `createPool`, whose instants are text
 */
export async function readReviewQueue(
  db: Queryable,
  { page, size, ...scope }: ReviewQueuePage,
): Promise<Counts & { items: WaitingTask[] }> {
  const rows = await db.query<CountedRow<Counts, WaitingTaskRow>>(
    reviewQueue(size, (page - 1) * size),
    queueValues(scope),
  );
  const { items, ...counts } = countedPage(rows);
  return {
    ...counts,
    items: items.map((item) => ({ ...item, claim: presentClaim(item.claim) })),
  };
}

/** The values of `CHOSEN` and `firstChosen`. */
export function queueValues({ projectId, podName, userId, filters = {} }: ReviewQueueScope) {
  const { user_email, turing_batch_id, target_model, waiting_days, reason, search } = filters;
  return [
    ...[projectId, podName, userId],
    ...[user_email ?? null, turing_batch_id ?? null, target_model ?? null, waiting_days ?? null],
    reason ?? null,
    ...searchValues(search),
  ];
}

/** A column of the task of a row `waiting`. */
const ofWaiting = (name: string): string =>
  name === 'project_id' ? '$1::integer' : `waiting.${name}`;

const SEARCH = { text: '$9::text', like: '$10::text', number: '$11::bigint' };

/** An appeal goes before what was sent back in the portal and done again, and this before what nobody has looked at. */
export const IN_TURN = sql`precedence DESC, waiting_since`;

/** The condition that a row `feedback` has sent its task back. */
const SENT_BACK = sql`feedback.is_rework AND feedback.withdrawn_at IS NULL`;

const APPEALED = 2;

/** `APPEALED`; 1 for a task that came back without an appeal, 0 for one that did not come back. */
const precedenceOf = (taskId: string): string => sql`coalesce((
      SELECT CASE WHEN feedback.appeal IS NULL THEN 1 ELSE ${APPEALED} END
      FROM core.task_feedback AS feedback
      WHERE feedback.turing_task_id = ${taskId} AND ${SENT_BACK}
      ORDER BY feedback.id DESC LIMIT 1), 0)`;

/** Whether the user of a task appealed against the feedback that sent it back last. */
export const isAppealed = (taskId: string): string => sql`${precedenceOf(taskId)} = ${APPEALED}`;

const PRECEDENCE = precedenceOf('waiting.turing_task_id');

/**
 * The query `member`: `agg.user_total` gives for each member of pod $2 in project $1 how many tasks wait, and how many
 * have such a status but were reviewed.
 */
const MEMBERS = sql`
  member AS MATERIALIZED (
    SELECT user_email, sum(tasks - reviewed_tasks)::bigint AS pending,
      sum(reviewed_tasks)::bigint AS reviewed
    FROM core.pod_member
    JOIN agg.user_total USING (user_email)
    WHERE pod_name = $2 AND project_id = $1 AND status IN ('completed', 'ready_for_review')
    GROUP BY user_email
    HAVING sum(tasks - reviewed_tasks) > 0
  )`;

/**
 * The queries `waiting`, the waiting tasks of pod $2 in project $1, and `held`, their claims. An index lists the
 * member's tasks from the largest id downwards until all waiting tasks are found, so older tasks are not read, and
 * each waiting one is read once. `IS TRUE` makes the claims a read of the few claims, not of the many tasks.
 */
export const WAITING_OF_POD = sql`${MEMBERS},
  waiting AS MATERIALIZED (
    SELECT found.*
    FROM member
    CROSS JOIN LATERAL (
      SELECT turing_task_id, user_email, turing_batch_id, target_model, ${SINCE} AS waiting_since
      FROM core.task
      WHERE project_id = $1 AND ${isTaskOf('member.user_email')} AND ${WAITING} AND ${NOT_REVIEWED}
      ORDER BY turing_task_id DESC
      LIMIT member.pending
    ) AS found
  ),
  held AS MATERIALIZED (
    SELECT claim.*
    FROM core.review_claim AS claim
    WHERE (turing_task_id IN (SELECT turing_task_id FROM waiting)) IS TRUE AND ${CLAIM_HOLDS}
  )`;

/** The condition that a row `waiting` passes the filters. */
const PASSES = sql`($4::text IS NULL OR user_email = $4)
      AND ($5::bigint IS NULL OR turing_batch_id = $5)
      AND ($6::text IS NULL OR target_model = $6)
      AND ($7::integer IS NULL OR waiting_since <= now() - make_interval(days => $7))
      AND ($8::text IS NULL OR EXISTS (
        SELECT FROM core.task_feedback AS feedback
        WHERE feedback.turing_task_id = waiting.turing_task_id AND ${SENT_BACK}
          AND $8 = ANY (feedback.reasons)
        OFFSET 0))
      AND (${SEARCH.text} IS NULL OR ${isFoundSql(ofWaiting, SEARCH)})`;

/** The same, `stuck`, those that came back too often, and `chosen`, the others that pass the filters. */
const CHOSEN = sql`${WAITING_OF_POD},
  stuck AS MATERIALIZED (
    SELECT turing_task_id FROM waiting WHERE ${isStuck('waiting.turing_task_id', '$1::integer')}
  ),
  chosen AS MATERIALIZED (
    SELECT turing_task_id, user_email, waiting_since, ${PRECEDENCE} AS precedence
    FROM waiting
    WHERE turing_task_id NOT IN (SELECT turing_task_id FROM stuck)
      AND ${PASSES}
  )`;

const WAITING_TASK = sql`
  SELECT turing_task_id, user_email, turing_batch_id, target_model, ${SINCE} AS waiting_since
  FROM core.task
  WHERE project_id = $1 AND ${WAITING} AND ${NOT_REVIEWED}`;

const WAITING_OF_OTHER = sql`${WAITING_TASK} AND ${isTaskOf('other.user_email')}`;

/** The condition that a row `waiting` passes the filters and nobody holds it; needs `held`. */
const IS_FREE = sql`turing_task_id NOT IN (SELECT turing_task_id FROM held)
      AND NOT ${isStuck('waiting.turing_task_id', '$1::integer')} AND ${PASSES}`;

/**
 * The query `chosen`: the first `most` tasks of each member that reviewer $3 could get next, in their turn. Where
 * most tasks wait, the index `task_waiting` has them in the order of waiting, and the others are not read; where most
 * were reviewed, those that wait are all read, from the largest id downwards. What came back, at any place of these
 * orders, is found by the feedback.
 * @param most a placeholder; null for all
 */
export const firstChosen = (most: string): string => sql`${MEMBERS},
  held AS MATERIALIZED (
    SELECT claim.turing_task_id FROM core.review_claim AS claim WHERE ${CLAIM_HOLDS}
  ),
  other AS MATERIALIZED (
    SELECT * FROM member
    WHERE user_email IS DISTINCT FROM (SELECT email FROM core.app_user WHERE id = $3)
  ),
  returned AS MATERIALIZED (
    SELECT DISTINCT turing_task_id FROM core.task_feedback AS feedback WHERE ${SENT_BACK}
  ),
  chosen AS MATERIALIZED (
    SELECT turing_task_id, user_email, waiting_since, ${PRECEDENCE} AS precedence
    FROM (
      ${firstOf('reviewed < pending', WAITING_OF_OTHER, most)}
      UNION
      ${firstOf(
        'reviewed >= pending',
        sql`${WAITING_OF_OTHER} ORDER BY turing_task_id DESC LIMIT other.pending`,
        most,
      )}
      UNION
      SELECT turing_task_id, user_email, waiting_since
      FROM (
        SELECT found.* FROM returned
        CROSS JOIN LATERAL (
          ${WAITING_TASK} AND task.turing_task_id = returned.turing_task_id
          OFFSET 0
        ) AS found
      ) AS waiting
      WHERE user_email IN (SELECT user_email FROM other) AND ${IS_FREE}
    ) AS waiting
  )`;

const firstOf = (condition: string, waiting: string, most: string): string => sql`
      SELECT oldest.*
      FROM (SELECT * FROM other WHERE ${condition}) AS other
      CROSS JOIN LATERAL (
        SELECT turing_task_id, user_email, waiting_since
        FROM (${waiting}) AS waiting
        WHERE ${IS_FREE}
        ORDER BY waiting_since, turing_task_id
        LIMIT ${most}
      ) AS oldest`;

/** What the filters can select, of all tasks that wait. */
const CHOICES = sql`jsonb_build_object(
  'batches', ${choicesOf(sql`
    SELECT batch.turing_batch_id, batch.name, tasks
    FROM (SELECT turing_batch_id, count(*) AS tasks FROM waiting GROUP BY 1) AS counted
    JOIN core.batch USING (turing_batch_id)
    WHERE batch.project_id = $1`)},
  'models', ${choicesOf(sql`
    SELECT target_model, count(*) AS tasks
    FROM waiting WHERE target_model <> '' GROUP BY 1`)},
  'reasons', ${choicesOf(sql`
    SELECT reason, count(DISTINCT turing_task_id) AS tasks
    FROM waiting
    JOIN core.task_feedback AS feedback USING (turing_task_id)
    CROSS JOIN unnest(feedback.reasons) AS reason
    WHERE ${SENT_BACK}
    GROUP BY 1`)})`;

/** At least one row. */
const reviewQueue = (limit: number, offset: number): string => sql`
  WITH ${CHOSEN},
  head AS (
    SELECT chosen.*, held.user_id IS NOT DISTINCT FROM $3::integer AS is_mine
    FROM chosen
    LEFT JOIN held USING (turing_task_id)
    ORDER BY is_mine DESC, ${IN_TURN}, turing_task_id
    LIMIT ${limit} OFFSET ${offset}
  )
  SELECT to_jsonb(counted) AS counts, waiting_since, precedence = ${APPEALED} AS is_appealed, ${claimJson('$3::integer')} AS claim, ${USER_TASK}
  FROM (
    SELECT ${stampOfProject}, (SELECT count(*) FROM chosen) AS total,
      (SELECT count(*) FROM stuck) AS stuck, ${CHOICES} AS choices
  ) AS counted
  LEFT JOIN head ON TRUE
  LEFT JOIN held AS claim ON claim.turing_task_id = head.turing_task_id
  LEFT JOIN core.task ON task.turing_task_id = head.turing_task_id
  LEFT JOIN core.project ON project.id = project_id
  ORDER BY is_mine DESC, ${IN_TURN}, task.turing_task_id`;

/** The largest of them. @param counted a query of their names and `tasks` */
function choicesOf(counted: string): string {
  return sql`(
    SELECT coalesce(jsonb_agg(to_jsonb(choice) ORDER BY tasks DESC, choice), '[]')
    FROM (
      SELECT * FROM (${counted}) AS one ORDER BY tasks DESC, one LIMIT ${MAX_QUEUE_CHOICES}
    ) AS choice)`;
}

type Counts = Stamp & Pick<ReviewQueue, 'choices' | 'total' | 'stuck'>;
type WaitingTaskRow = UserTaskRow & Pick<WaitingTask, 'waiting_since' | 'is_appealed' | 'claim'>;
