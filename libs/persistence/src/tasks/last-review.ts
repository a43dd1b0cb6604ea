import { inUtc } from '@portal/contracts/scalars';
import type { LastReview } from '@portal/contracts/task-detail';
import { FIRST_WORDS } from '@portal/contracts/task-stats';
import { sql } from '../sql.js';
import { IS_UNREAD_REVIEW } from './review-reads.js';

/** The newest of the reviews of a row `task` and of the feedback on it, with the first of its words. */
export const LAST_REVIEW = sql`(
    SELECT jsonb_build_object(
      'turing_review_id', review_id, 'feedback_id', feedback_id, 'reviewer_email', reviewer_email,
      'reviewer_name', (SELECT name FROM core.app_user WHERE email = reviewer_email),
      'status', newest.status, 'score', score, 'feedback', left(words, ${FIRST_WORDS}), 'reasons', reasons,
      'submitted_at', newest.at, 'is_unread', is_unread)
    FROM (
      (
        SELECT turing_review_id AS review_id, NULL::integer AS feedback_id, reviewer_email, review.status, score,
          feedback AS words, coalesce(reasons, '{}') AS reasons, submitted_at AS at,
          ${IS_UNREAD_REVIEW} AS is_unread
        FROM core.task_review AS review
        WHERE review.turing_task_id = task.turing_task_id
        ORDER BY submitted_at DESC NULLS LAST, turing_review_id DESC
        LIMIT 1
      )
      UNION ALL
      (
        SELECT NULL, id, author_email, CASE WHEN is_rework THEN 'rework' ELSE 'feedback' END, NULL,
          words, reasons, feedback.created_at, read_at IS NULL
        FROM core.task_feedback AS feedback
        WHERE feedback.turing_task_id = task.turing_task_id AND withdrawn_at IS NULL
        ORDER BY feedback.created_at DESC, id DESC
        LIMIT 1
      )
    ) AS newest
    ORDER BY newest.at DESC NULLS LAST
    LIMIT 1)`;

/** Instants within JSON are not yet those of responses. */
export function presentLastReview<T extends { readonly last_review: LastReview | null }>(
  task: T,
): T {
  const { last_review: review } = task;
  if (!review?.submitted_at) return task;
  return { ...task, last_review: { ...review, submitted_at: inUtc(review.submitted_at) } };
}
