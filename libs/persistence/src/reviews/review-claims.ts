import { CLAIM_MINUTES, type ReviewClaim } from '@portal/contracts/review-claims';
import type { WaitingTask } from '@portal/contracts/task-stats';
import type { Transaction } from '../db.js';
import { REVIEW_CLAIM_LOCK } from '../locks.js';
import {
  CLAIM_HOLDS,
  claimJson,
  NOT_REVIEWED,
  presentClaim,
  SINCE,
  WAITING,
} from '../tasks/claim-sql.js';
import {
  firstChosen,
  IN_TURN,
  isAppealed,
  queueValues,
  type ReviewQueueScope,
} from './review-queue.js';
import { presentTask, USER_TASK, type UserTaskRow } from '../tasks/user-task-row.js';
import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';

/** What decides whether a user may claim a task. */
export interface ClaimStanding {
  readonly project_id: number;
  readonly user_email: string | null;
  readonly is_waiting: boolean;
  /** The claim that holds, also on a task that does not wait. */
  readonly claim: ReviewClaim | null;
}

export async function readClaimStanding(
  db: Queryable,
  taskId: number,
  userId: number,
): Promise<ClaimStanding | undefined> {
  const [found] = await db.query<ClaimStanding>(standing, [taskId, userId]);
  return found && { ...found, claim: presentClaim(found.claim) };
}

/**
 * Until the end of the transaction no other claim of the user in the project is counted. What the user has no more is
 * removed here, so that the table stays as small as what is claimed.
 * @returns how many tasks the user has claimed there, without `except`, and how many the project allows
 * @throws the refusal of the database if the project is archived
 */
export async function countClaims(
  tx: Transaction,
  { projectId, userId }: { readonly projectId: number; readonly userId: number },
  except: number | null = null,
): Promise<{ readonly held: number; readonly most: number }> {
  await tx.query(sql`SELECT pg_advisory_xact_lock(${REVIEW_CLAIM_LOCK}, hashtext($1))`, [
    `${userId} ${projectId}`,
  ]);
  await tx.query(sql`SELECT core.refuse_archived(ARRAY[$1::integer])`, [projectId]);
  await tx.query(forgetExpired, [userId]);
  const [counted] = await tx.query<{ held: number; most: number }>(counts, [
    ...[projectId, userId, except],
  ]);
  if (!counted) throw new Error('the project is gone');
  return counted;
}

/**
 * Claims the first task of the queue that nobody else has, in one statement. A task that another transaction claims
 * meanwhile is passed over, so that nobody waits for anybody.
 * @returns null if there is none; `taken` if another one was faster, and the next call finds another task
 */
export async function claimNext(
  tx: Queryable,
  scope: ReviewQueueScope,
): Promise<WaitingTask | 'taken' | null> {
  const next = async (most: number | null) => {
    const values = [...queueValues(scope), CLAIM_MINUTES, most];
    const [row] = await tx.query<NextClaim>(nextClaim, values);
    return row;
  };
  const first = await next(FIRST_OF_MEMBER);
  const row = first?.found === null && first.has_more ? await next(null) : first;
  if (!row || row.found === null) return null;
  if (row.taken === null) return 'taken';
  const [task] = await tx.query<
    UserTaskRow & Pick<WaitingTask, 'waiting_since' | 'is_appealed' | 'claim' | 'batch_name'>
  >(claimedTask, [row.taken, scope.userId]);
  if (!task) throw new Error('a claimed task is there until the transaction ends');
  return { ...presentTask(task), claim: presentClaim(task.claim) };
}

/**
 * As many tasks of each member are looked at first; all of them only if other transactions, such as an import, lock
 * these.
 */
const FIRST_OF_MEMBER = 20;

interface NextClaim {
  readonly found: number | null;
  readonly taken: number | null;
  /** Whether a member may have further tasks. */
  readonly has_more: boolean;
}

/** Claims the task, or extends the claim. @returns whether nobody else holds it and it waits */
export async function claimTask(tx: Transaction, taskId: number, userId: number): Promise<boolean> {
  return (await tx.query(oneClaim, [taskId, userId, CLAIM_MINUTES])).length > 0;
}

export async function releaseTask(tx: Transaction, taskId: number, userId: number): Promise<void> {
  await tx.query(sql`DELETE FROM core.review_claim WHERE turing_task_id = $1 AND user_id = $2`, [
    ...[taskId, userId],
  ]);
}

/** Gives back all that the user has claimed; what is locked at the moment ends by its time. */
export async function releaseAll(tx: Transaction, userId: number): Promise<void> {
  await tx.query(releaseOf(sql`true`), [userId]);
}

/** @returns whether somebody else holds the task, who now sees that the user asks for it */
export async function askForTask(
  tx: Transaction,
  taskId: number,
  userId: number,
): Promise<boolean> {
  const asked = await tx.query(
    sql`
      UPDATE core.review_claim AS claim SET asked_by = $2
      WHERE turing_task_id = $1 AND user_id <> $2 AND ${CLAIM_HOLDS}
      RETURNING turing_task_id`,
    [taskId, userId],
  );
  return asked.length > 0;
}

const standing = sql`
SELECT task.project_id, task.user_email, ${WAITING} AND ${NOT_REVIEWED} AS is_waiting,
  CASE WHEN claim.turing_task_id IS NOT NULL AND ${CLAIM_HOLDS} THEN ${claimJson('$2::integer')} END AS claim
FROM core.task
LEFT JOIN core.review_claim AS claim ON claim.turing_task_id = task.turing_task_id
WHERE task.turing_task_id = $1`;

/** Rows that another transaction takes over are no longer the user's. */
const releaseOf = (condition: string): string => sql`
DELETE FROM core.review_claim WHERE turing_task_id IN (
  SELECT turing_task_id FROM core.review_claim WHERE user_id = $1 AND ${condition}
  FOR UPDATE SKIP LOCKED)`;
const forgetExpired = releaseOf(sql`expires_at <= now()`);

const counts = sql`
SELECT claims_per_reviewer AS most, (
    SELECT count(*) FROM core.review_claim AS claim
    JOIN core.task ON task.turing_task_id = claim.turing_task_id
    WHERE claim.user_id = $2 AND task.project_id = $1
      AND claim.turing_task_id IS DISTINCT FROM $3::bigint
      AND ${WAITING} AND ${NOT_REVIEWED} AND ${CLAIM_HOLDS}
  ) AS held
FROM core.project WHERE id = $1`;

/** @param free a query of the task, whose row it has locked @param user, minutes placeholders */
const claim = (free: string, user: string, minutes: string): string => sql`
INSERT INTO core.review_claim AS claim (turing_task_id, user_id, expires_at)
SELECT turing_task_id, ${user}::integer, now() + make_interval(mins => ${minutes}::integer) FROM ${free}
ON CONFLICT (turing_task_id) DO UPDATE SET
  user_id = excluded.user_id,
  expires_at = excluded.expires_at,
  claimed_at = CASE WHEN claim.user_id = excluded.user_id THEN claim.claimed_at ELSE now() END,
  asked_by = CASE WHEN claim.user_id = excluded.user_id THEN claim.asked_by END
WHERE claim.user_id = excluded.user_id OR NOT ${CLAIM_HOLDS}
RETURNING turing_task_id`;

/** The tasks are locked one after the other in their order, until one is free. */
const nextClaim = sql`
WITH ${firstChosen('$13::integer')},
free AS MATERIALIZED (
  SELECT locked.turing_task_id
  FROM (
    SELECT turing_task_id FROM chosen
    ORDER BY ${IN_TURN}, turing_task_id
  ) AS one
  CROSS JOIN LATERAL (
    SELECT turing_task_id FROM core.task
    WHERE task.turing_task_id = one.turing_task_id AND ${WAITING}
    FOR NO KEY UPDATE SKIP LOCKED
  ) AS locked
  LIMIT 1
),
taken AS (${claim('free', '$3', '$12')})
SELECT (SELECT turing_task_id FROM free) AS found, (SELECT turing_task_id FROM taken) AS taken,
  EXISTS (SELECT FROM chosen GROUP BY user_email HAVING count(*) >= $13) AS has_more`;

const oneClaim = sql`
WITH free AS (
  SELECT task.turing_task_id FROM core.task
  WHERE task.turing_task_id = $1 AND ${WAITING} AND ${NOT_REVIEWED} AND task.user_email IS DISTINCT FROM (SELECT email FROM core.app_user WHERE id = $2)
  FOR NO KEY UPDATE OF task
)
${claim('free', '$2', '$3')}`;

const claimedTask = sql`
SELECT ${SINCE} AS waiting_since, ${isAppealed('task.turing_task_id')} AS is_appealed,
  ${claimJson('$2::integer')} AS claim, batch.name AS batch_name, ${USER_TASK}
FROM core.task
JOIN core.project ON project.id = task.project_id
JOIN core.batch USING (project_id, turing_batch_id)
JOIN core.review_claim AS claim ON claim.turing_task_id = task.turing_task_id
WHERE task.turing_task_id = $1`;
