import { inUtc } from '@portal/contracts/scalars';
import {
  MAX_SHOWN_REVIEWS,
  MAX_TASK_CONFLICTS,
  type TaskDetail,
  type TaskRound,
} from '@portal/contracts/task-detail';
import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';
import { feedbackOf, presentFeedback, type StoredFeedback } from './task-feedback.js';
import { IS_UNREAD_REVIEW } from './review-reads.js';
import { CLAIM_HOLDS, claimJson, presentClaim, WAITING } from './claim-sql.js';
import { epoch } from '../stamp-sql.js';
import { USER_TASK } from './user-task-row.js';

export type StoredTaskDetail = Omit<
  TaskDetail,
  'feedback' | 'may_change' | 'may_give_feedback' | 'may_claim'
> & {
  readonly feedback: readonly StoredFeedback[];
  readonly is_waiting: boolean;
};

/**
 * A task with its reviews and feedback, in one statement, so that all are of the same moment.
 * @param db a connection of `createPool`, whose instants are text
 * @returns undefined if there is no such task
 */
export async function readTaskDetail(
  db: Queryable,
  taskId: number,
  userId: number,
): Promise<StoredTaskDetail | undefined> {
  const [found] = await db.query<Row>(taskDetail, [taskId, MAX_SHOWN_REVIEWS, userId]);
  if (!found) return undefined;
  const { duration_minutes: minutes, feedback, reviews, rounds, conflicts, ...task } = found;
  return {
    ...task,
    claim: presentClaim(task.claim),
    duration_minutes: minutes === null ? null : Number(minutes),
    feedback: feedback.map(presentFeedback),
    rounds: rounds.map(presentRound),
    conflicts: conflicts.map(({ changed_at: changed, imported_at: imported, ...conflict }) => ({
      ...conflict,
      changed_at: inUtc(changed),
      imported_at: inUtc(imported),
    })),
    reviews: reviews.map(({ submitted_at: at, ...review }) => ({
      ...review,
      submitted_at: at === null ? null : inUtc(at),
    })),
  };
}

type Row = Omit<StoredTaskDetail, 'duration_minutes'> & {
  readonly duration_minutes: string | null;
};

function presentRound({ submitted_at: began, ended_at: ended, ...round }: TaskRound): TaskRound {
  const utc = (at: string | null) => (at === null ? null : inUtc(at));
  return { ...round, submitted_at: utc(began), ended_at: utc(ended) };
}

const ROUNDS = sql`(
  SELECT coalesce(jsonb_agg(jsonb_build_object(
      'n', n, 'submitted_at', submitted_at, 'ended_at', ended_at, 'reviewer_email', round.reviewer_email,
      'reviewer_name', judge.name, 'verdict', verdict, 'score', round.score, 'reasons', round.reasons,
      'words', coalesce(given.words, told.feedback), 'source', source)
    ORDER BY n DESC), '[]')
  FROM core.task_round AS round
  LEFT JOIN core.app_user AS judge ON judge.email = round.reviewer_email
  LEFT JOIN core.task_feedback AS given ON given.id = round.feedback_id
  LEFT JOIN LATERAL (
    SELECT feedback FROM core.task_review AS review
    WHERE review.turing_task_id = round.turing_task_id AND review.turing_review_id = round.turing_review_id
  ) AS told ON true
  WHERE round.turing_task_id = task.turing_task_id)`;

const REASONS = sql`(
  SELECT coalesce(jsonb_agg(jsonb_build_object('name', reason.name, 'meaning', meaning) ORDER BY position, id), '[]')
  FROM core.review_reason AS reason
  WHERE reason.project_id = task.project_id AND NOT is_archived)`;

/** Of imports that are completed, and of this project: an id can be used again. */
const CONFLICTS = sql`(
  SELECT coalesce(jsonb_agg(to_jsonb(conflict) ORDER BY imported_at DESC), '[]')
  FROM (
    SELECT task_import.id AS import_id, file_name, finished_at AS imported_at, fields, changer.email AS changed_by,
      changer.name AS changed_by_name, changed_at, is_kept
    FROM core.import_conflict AS found
    JOIN core.task_import ON task_import.id = found.import_id
    LEFT JOIN core.app_user AS changer ON changer.id = found.changed_by
    WHERE found.turing_task_id = task.turing_task_id AND found.project_id = task.project_id
      AND task_import.state = 'completed' AND NOT dry_run
    ORDER BY finished_at DESC LIMIT ${MAX_TASK_CONFLICTS}
  ) AS conflict)`;

const taskDetail = sql`
SELECT ${epoch} AS epoch, (
    SELECT coalesce(sum(revision), 0)::bigint FROM agg.project_revision AS revised
    WHERE revised.project_id = task.project_id
  ) AS revision,
  ${USER_TASK}, batch.name AS batch_name, app_user.name AS user_name, task.metadata,
  coalesce(reviews.items, '[]') AS reviews, coalesce(reviews.count, 0) AS review_count,
  ${feedbackOf('task.turing_task_id')} AS feedback, ${REASONS} AS review_reasons,
  ${ROUNDS} AS rounds,
  ${CONFLICTS} AS conflicts,
  ${WAITING} AND coalesce(reviews.count, 0) = 0 AS is_waiting,
  CASE WHEN ${WAITING} AND coalesce(reviews.count, 0) = 0 AND claim.turing_task_id IS NOT NULL AND ${CLAIM_HOLDS}
    THEN ${claimJson('$3::integer')} END AS claim
FROM core.task
JOIN core.project ON project.id = task.project_id
JOIN core.batch USING (project_id, turing_batch_id)
LEFT JOIN core.app_user ON app_user.email = task.user_email
LEFT JOIN core.review_claim AS claim ON claim.turing_task_id = task.turing_task_id
LEFT JOIN LATERAL (
  SELECT jsonb_agg(jsonb_build_object(
      'turing_review_id', turing_review_id, 'reviewer_email', reviewer_email,
      'reviewer_name', reviewer.name, 'status', status, 'score', score, 'feedback', feedback,
      'submitted_at', submitted_at, 'reasons', coalesce(reasons, '{}'), 'is_unread', ${IS_UNREAD_REVIEW})
    ORDER BY submitted_at DESC NULLS LAST, turing_review_id DESC) AS items, max(total) AS count
  FROM (
    SELECT *, count(*) OVER () AS total FROM core.task_review
    WHERE task_review.turing_task_id = task.turing_task_id
    ORDER BY submitted_at DESC NULLS LAST, turing_review_id DESC
    LIMIT $2
  ) AS review
  LEFT JOIN core.app_user AS reviewer ON reviewer.email = review.reviewer_email
) AS reviews ON true
WHERE task.turing_task_id = $1
`;
