import type { Stamp } from '@portal/contracts/stamp';
import type { NextClaimInput, ReviewQueue, WaitingTask } from '@portal/contracts/task-stats';
import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';
import { CLAIM_HOLDS, claimJson, presentClaim } from '../tasks/claim-sql.js';
import { stampOfProject } from '../stamp-sql.js';
import { isStuck, stuckTasks } from './stuck-sql.js';
import { isFoundSql, searchValues } from '../tasks/task-search.js';
import {
  countedPage,
  type CountedRow,
  USER_TASK,
  type UserTaskRow,
} from '../tasks/user-task-row.js';
import {
  firstInTurn,
  HELD,
  MEMBERS,
  SENT_BACK,
  SENT_BACK_TASKS,
  waitingAmong,
  waitingTask,
} from './waiting-sql.js';

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
 * One page of the tasks of a pod's members that wait for a first review: those that the user has claimed, then appeals,
 * then what was sent back and done again, then oldest first, and how many wait. Without filters these and the `stuck`
 * ones, which are for the lead, are as many as `pending` on the pod's review desk.
 * @param db a connection of `createPool`, whose instants are text
 */
export async function readReviewQueue(
  db: Queryable,
  { page, size, ...scope }: ReviewQueuePage,
): Promise<Counts & { items: WaitingTask[] }> {
  const offset = (page - 1) * size;
  const rows = await db.query<CountedRow<Counts, WaitingTaskRow>>(
    reviewQueue(sourceOf(scope.filters), '$12::integer', '$13::integer'),
    [...queueValues(scope), size, offset],
  );
  const { items, ...counts } = countedPage(rows);
  return {
    ...counts,
    items: items.map((item) => ({ ...item, claim: presentClaim(item.claim) })),
  };
}

/** The values of `PASSES` and `firstChosen`. */
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

/** The condition that a row `waiting` passes the filters and nobody holds it; needs `held`. */
const IS_FREE = sql`turing_task_id NOT IN (SELECT turing_task_id FROM held)
      AND NOT ${isStuck('waiting.turing_task_id', '$1::integer')} AND ${PASSES}`;

/**
 * The query `chosen`: the first `most` tasks of each member that reviewer $3 could get next, in their turn.
 * @param most a placeholder; null for all
 */
export const firstChosen = (most: string): string => sql`${MEMBERS},
  held AS MATERIALIZED (
    SELECT claim.turing_task_id FROM core.review_claim AS claim WHERE ${CLAIM_HOLDS}
  ),
  wanted AS MATERIALIZED (
    SELECT * FROM member
    WHERE user_email IS DISTINCT FROM (SELECT email FROM core.app_user WHERE id = $3)
  ),
  chosen AS MATERIALIZED (
    SELECT turing_task_id, user_email, waiting_since, ${PRECEDENCE} AS precedence
    FROM (
      ${firstInTurn(IS_FREE, most)}
      UNION
      SELECT turing_task_id, user_email, waiting_since
      FROM (${waitingAmong(SENT_BACK_TASKS)}) AS waiting
      WHERE ${IS_FREE}
    ) AS waiting
  )`;

/**
 * Where a page finds its tasks. `turns`: the first ones of each member, since no filter leaves any of them out; `all`:
 * each waiting task is read, to count those that pass; `batch`: the tasks of the batch; `feedback`: what was sent back.
 */
type QueueSource = 'turns' | 'all' | 'batch' | 'feedback';

function sourceOf(filters: ReviewQueueScope['filters'] = {}): QueueSource {
  if (filters.reason !== undefined) return 'feedback';
  if (filters.turing_batch_id !== undefined) return 'batch';
  const { target_model, waiting_days, search } = filters;
  return [target_model, waiting_days, search].every((filter) => filter === undefined)
    ? 'turns'
    : 'all';
}

/**
 * The condition that a row `waiting` is for the queue and passes the filters; needs `stuck`. The planner takes an array
 * for short, and hashes it, however many tasks may be stuck.
 */
const IS_QUEUED = sql`turing_task_id NOT IN (SELECT unnest(array_agg(turing_task_id)) FROM stuck) AND ${PASSES}`;

/** The tasks of batch $5 that wait. */
const OF_BATCH = sql`
  SELECT waiting.turing_task_id, user_email, waiting_since
  FROM (${waitingTask(sql`task.turing_batch_id = $5`)} OFFSET 0) AS waiting
  WHERE user_email IN (SELECT user_email FROM wanted) AND ${IS_QUEUED}
  UNION ALL`;

/**
 * The tasks of a page besides `early`, which are first because the reviewer claimed them or they were sent back. A task of
 * `early` may be among these as well.
 */
function othersOf(source: QueueSource, most: string): string {
  if (source === 'feedback') return '';
  if (source === 'batch') return OF_BATCH;
  return sql`${firstInTurn(IS_QUEUED, source === 'turns' ? most : 'NULL')} UNION ALL`;
}

/** How many wait, without those that are stuck, if no filter but the member's is given; both are known by member. */
const COUNTED_BY_MEMBER = sql`
  (SELECT coalesce(sum(pending), 0) FROM wanted)
    - (SELECT count(*) FROM stuck WHERE user_email IN (SELECT user_email FROM wanted))`;

/** At least one row. */
const reviewQueue = (source: QueueSource, limit: string, offset: string): string => sql`
  WITH ${MEMBERS}, ${HELD},
  wanted AS MATERIALIZED (SELECT * FROM member WHERE $4::text IS NULL OR user_email = $4),
  stuck AS MATERIALIZED (
    SELECT task.turing_task_id, task.user_email
    FROM ${stuckTasks(sql`project.id = $1 AND last.awaits = 'review'
      AND task.user_email IN (SELECT user_email FROM member)`)}
  ),
  known AS MATERIALIZED (
    SELECT turing_task_id, bool_or(is_mine) AS is_mine
    FROM (
      SELECT turing_task_id, false AS is_mine FROM (${SENT_BACK_TASKS}) AS back
      UNION ALL
      SELECT turing_task_id, true FROM held WHERE user_id = $3::integer
    ) AS one
    GROUP BY turing_task_id
  ),
  early AS MATERIALIZED (
    SELECT waiting.*, ${PRECEDENCE} AS precedence
    FROM (${waitingAmong(sql`SELECT * FROM known`, 'is_mine')}) AS waiting
    WHERE ${IS_QUEUED}
  ),
  chosen AS ${source === 'turns' ? '' : 'MATERIALIZED'} (
    SELECT turing_task_id, min(waiting_since) AS waiting_since, max(precedence) AS precedence,
      bool_or(is_mine) AS is_mine
    FROM (
      SELECT turing_task_id, waiting_since, 0 AS precedence, false AS is_mine
      FROM (${othersOf(source, `${limit} + ${offset}`)}
        SELECT turing_task_id, user_email, waiting_since FROM early WHERE false) AS other
      UNION ALL
      SELECT turing_task_id, waiting_since, precedence, is_mine FROM early
    ) AS waiting
    GROUP BY turing_task_id
  ),
  head AS (
    SELECT * FROM chosen
    ORDER BY is_mine DESC, ${IN_TURN}, turing_task_id
    LIMIT ${limit} OFFSET ${offset}
  )
  SELECT to_jsonb(counted) AS counts, waiting_since, precedence = ${APPEALED} AS is_appealed,
    ${claimJson('$3::integer')} AS claim, batch.name AS batch_name, ${USER_TASK}
  FROM (
    SELECT ${stampOfProject}, (SELECT count(*) FROM stuck) AS stuck,
      (${source === 'turns' ? COUNTED_BY_MEMBER : sql`SELECT count(*) FROM chosen`})::bigint AS total
  ) AS counted
  LEFT JOIN head ON TRUE
  LEFT JOIN held AS claim ON claim.turing_task_id = head.turing_task_id
  LEFT JOIN core.task ON task.turing_task_id = head.turing_task_id
  LEFT JOIN core.project ON project.id = task.project_id
  LEFT JOIN core.batch
    ON batch.project_id = task.project_id AND batch.turing_batch_id = task.turing_batch_id
  ORDER BY is_mine DESC, ${IN_TURN}, task.turing_task_id`;

type Counts = Stamp & Pick<ReviewQueue, 'total' | 'stuck'>;
type WaitingTaskRow = UserTaskRow &
  Pick<WaitingTask, 'waiting_since' | 'is_appealed' | 'claim' | 'batch_name'>;
