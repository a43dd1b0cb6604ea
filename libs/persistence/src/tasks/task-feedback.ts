import {
  FEEDBACK_OPEN_HOURS,
  type FeedbackInput,
  type ShownFeedback,
} from '@portal/contracts/feedback';
import type { OfferedReason } from '@portal/contracts/review-reasons';
import { inUtc } from '@portal/contracts/scalars';
import { MAX_SHOWN_REVIEWS } from '@portal/contracts/task-detail';
import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';

/** Feedback as the database has it. */
export interface StoredFeedback extends Omit<ShownFeedback, 'may_change' | 'may_appeal'> {
  /** Whether its author can still change it. */
  readonly is_open: boolean;
  /** Whether the user of the task can appeal against it. */
  readonly is_appealable: boolean;
}

/** The facts about a task that decide who may write about it. */
export interface FeedbackTask {
  readonly project_id: number;
  readonly user_email: string | null;
  readonly status: string;
  readonly completed_at: string | null;
}

/** @param lock keeps the task as it is until the end of the transaction */
export async function readFeedbackTask(
  db: Queryable,
  taskId: number,
  lock: 'FOR NO KEY UPDATE' | '' = '',
): Promise<FeedbackTask | undefined> {
  const [task] = await db.query<FeedbackTask>(
    sql`SELECT project_id, user_email, status, completed_at FROM core.task WHERE turing_task_id = $1 ${lock}`,
    [taskId],
  );
  return task;
}

export async function insertFeedback(
  tx: Queryable,
  taskId: number,
  { words, rework, reasons, author }: FeedbackInput & { readonly author: string },
): Promise<number> {
  const [inserted] = await tx.query<{ id: number }>(
    sql`
      INSERT INTO core.task_feedback (turing_task_id, author_email, words, is_rework, reasons)
      VALUES ($1, $2, $3, $4, $5) RETURNING id`,
    [taskId, author, words, rework, [...new Set(reasons)]],
  );
  if (!inserted) throw new Error('an INSERT without a row');
  return inserted.id;
}

const SAME_SECONDS = 10;

/** The id of equal feedback that the author has just given: a second click, or a request whose answer was lost. */
export async function findSameFeedback(
  tx: Queryable,
  taskId: number,
  { words, rework, reasons, author }: FeedbackInput & { readonly author: string },
): Promise<number | undefined> {
  const [same] = await tx.query<{ id: number }>(
    sql`
      SELECT id FROM core.task_feedback
      WHERE turing_task_id = $1 AND author_email = $2 AND words = $3 AND is_rework = $4 AND reasons = $5
        AND withdrawn_at IS NULL AND created_at > clock_timestamp() - interval '${SAME_SECONDS} seconds'
      LIMIT 1`,
    [taskId, author, words, rework, [...new Set(reasons)]],
  );
  return same?.id;
}

/** One feedback of the task that is not withdrawn. */
export async function readFeedback(
  db: Queryable,
  taskId: number,
  id: number,
): Promise<StoredFeedback | undefined> {
  const [found] = await db.query<{ feedback: StoredFeedback }>(
    sql`
      SELECT ${FEEDBACK} AS feedback FROM core.task_feedback AS feedback
      WHERE id = $2 AND turing_task_id = $1 AND withdrawn_at IS NULL`,
    [taskId, id],
  );
  return found && presentFeedback(found.feedback);
}

/** The reasons of the project that the form offers, in their order. */
export async function offeredReasons(
  db: Queryable,
  projectId: number,
): Promise<readonly OfferedReason[]> {
  return db.query<OfferedReason>(
    sql`
      SELECT name, meaning FROM core.review_reason
      WHERE project_id = $1 AND NOT is_archived ORDER BY position, id`,
    [projectId],
  );
}

/** Whether feedback in the project has the reason. */
export async function isReasonUsed(
  db: Queryable,
  projectId: number,
  name: string,
): Promise<boolean> {
  const [found] = await db.query<{ used: boolean }>(
    sql`
      SELECT EXISTS (
        SELECT FROM core.task_feedback JOIN core.task USING (turing_task_id)
        WHERE project_id = $1 AND $2 = ANY (reasons)
      ) OR EXISTS (
        SELECT FROM core.task_round
        WHERE project_id = $1 AND verdict = 'rework' AND $2 = ANY (reasons)) AS used`,
    [projectId, name],
  );
  return found?.used ?? false;
}

export async function editFeedback(
  tx: Queryable,
  id: number,
  { words, reasons }: Pick<FeedbackInput, 'words' | 'reasons'>,
): Promise<void> {
  await tx.query(
    sql`
      UPDATE core.task_feedback SET words = $2, reasons = $3, edited_at = now()
      WHERE id = $1 AND (words, reasons) IS DISTINCT FROM ($2, $3::text[])`,
    [id, words, [...new Set(reasons)]],
  );
}

export async function withdrawFeedback(tx: Queryable, id: number): Promise<void> {
  await tx.query(sql`UPDATE core.task_feedback SET withdrawn_at = now() WHERE id = $1`, [id]);
}

export async function appealAgainst(tx: Queryable, id: number, words: string): Promise<void> {
  await tx.query(
    sql`UPDATE core.task_feedback SET appeal = $2, appealed_at = now() WHERE id = $1`,
    [id, words],
  );
}

/**
 * In the name of the user of the task. It is no change of the feedback, and nobody waits for the task.
 * @returns whether some of it was unread
 */
export async function markFeedbackRead(
  db: Queryable,
  taskId: number,
  email: string,
): Promise<boolean> {
  const read = await db.query(
    sql`
      UPDATE core.task_feedback AS feedback SET read_at = now() FROM core.task
      WHERE task.turing_task_id = $1 AND task.user_email = $2
        AND feedback.turing_task_id = $1 AND read_at IS NULL
      RETURNING id`,
    [taskId, email],
  );
  return read.length > 0;
}

/**
 * Whether the task of a row `feedback` is in rework because of it, and would wait for a review again: what has reviews
 * was judged in the labeling tool, and is settled there.
 */
const IS_APPEALABLE = sql`feedback.is_rework AND feedback.appeal IS NULL
  AND (SELECT status FROM core.task WHERE turing_task_id = feedback.turing_task_id) = 'rework'
  AND NOT EXISTS (
    SELECT FROM core.task_feedback AS later
    WHERE later.turing_task_id = feedback.turing_task_id AND later.id > feedback.id
      AND later.is_rework AND later.withdrawn_at IS NULL)
  AND NOT EXISTS (
    SELECT FROM core.task_review AS review WHERE review.turing_task_id = feedback.turing_task_id)`;

/** A row `feedback` as JSON, for `presentFeedback`. */
const FEEDBACK = sql`jsonb_build_object(
  'id', feedback.id, 'author_email', feedback.author_email,
  'author_name', (SELECT name FROM core.app_user WHERE email = feedback.author_email),
  'words', feedback.words, 'is_rework', feedback.is_rework, 'reasons', feedback.reasons,
  'created_at', feedback.created_at, 'edited_at', feedback.edited_at,
  'appeal', feedback.appeal, 'appealed_at', feedback.appealed_at,
  'is_unread', feedback.read_at IS NULL, 'is_appealable', ${IS_APPEALABLE},
  'is_open', feedback.created_at > now() - interval '${FEEDBACK_OPEN_HOURS} hours')`;

/** The newest feedback on a task that is not withdrawn, as JSON. */
export function feedbackOf(taskId: string, most = MAX_SHOWN_REVIEWS): string {
  return sql`(
    SELECT coalesce(jsonb_agg(${FEEDBACK} ORDER BY created_at DESC, id DESC), '[]')
    FROM (
      SELECT * FROM core.task_feedback
      WHERE task_feedback.turing_task_id = ${taskId} AND withdrawn_at IS NULL
      ORDER BY created_at DESC, id DESC LIMIT ${most}
    ) AS feedback)`;
}

/** All feedback on a task that is not withdrawn, oldest first, as JSON for an export. */
export function exportedFeedback(taskId: string): string {
  const instant = (column: string): string =>
    sql`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
  return sql`(
    SELECT coalesce(jsonb_agg(jsonb_build_object(
        'id', feedback.id, 'author_email', feedback.author_email, 'words', feedback.words,
        'is_rework', feedback.is_rework, 'reasons', feedback.reasons,
        'created_at', ${instant('feedback.created_at')}, 'edited_at', ${instant('feedback.edited_at')},
        'appeal', feedback.appeal, 'appealed_at', ${instant('feedback.appealed_at')}
      ) ORDER BY feedback.created_at, feedback.id), '[]')
    FROM core.task_feedback AS feedback
    WHERE feedback.turing_task_id = ${taskId} AND feedback.withdrawn_at IS NULL)`;
}

/** Instants within JSON are not yet those of responses. */
export function presentFeedback<
  T extends Pick<ShownFeedback, 'created_at' | 'edited_at' | 'appealed_at'>,
>(feedback: T): T {
  const instant = (at: string | null) => (at === null ? null : inUtc(at));
  return {
    ...feedback,
    created_at: inUtc(feedback.created_at),
    edited_at: instant(feedback.edited_at),
    appealed_at: instant(feedback.appealed_at),
  };
}
