import type { ReviewClaim } from '@portal/contracts/review-claims';
import { inUtc } from '@portal/contracts/scalars';
import { sql } from '../sql.js';

/** The condition that a row of `core.task` has a status in which it waits for a review. */
export const WAITING = sql`task.status IN ('completed', 'ready_for_review')`;

/** `OFFSET 0` prevents a join that would read all reviews. */
export const NOT_REVIEWED = sql`NOT EXISTS (
  SELECT FROM core.task_review AS review
  WHERE review.turing_task_id = task.turing_task_id
  OFFSET 0)`;

/** Since when a row of `core.task` waits. */
export const SINCE = sql`coalesce(task.completed_at, task.updated_at, task.created_at)`;

/**
 * Whether a row `claim` of `core.review_claim` holds its task, if that waits for a review: decided in each query, so
 * that a claim is over at once when its time is, and when the reviewer loses the right, is deactivated or becomes the
 * user of the task. `OFFSET 0` finds the grants of one user instead of those of all.
 */
export const CLAIM_HOLDS = sql`(claim.expires_at > now() AND EXISTS (
  SELECT FROM core.task AS claimed
  JOIN core.app_user AS holder ON holder.id = claim.user_id
  WHERE claimed.turing_task_id = claim.turing_task_id AND holder.is_active
    AND holder.email IS DISTINCT FROM claimed.user_email
    AND EXISTS (
      SELECT FROM core.user_grant AS given
      WHERE given.user_id = claim.user_id AND given.project_id IN (0, claimed.project_id)
        AND given.permissions && ARRAY['trainer-feedback-add', 'full-access']
      OFFSET 0)
  OFFSET 0))`;

/** The JSON of a row `claim`, for `presentClaim`. @param caller the placeholder of the id of who asks */
export const claimJson = (caller: string): string => sql`(
  SELECT jsonb_build_object(
    'reviewer', jsonb_build_object(
      'email', reviewer.email, 'name', reviewer.name, 'picture', reviewer.picture),
    'claimed_at', claim.claimed_at, 'expires_at', claim.expires_at,
    'is_mine', claim.user_id = ${caller},
    'is_asked_by_me', claim.asked_by IS NOT DISTINCT FROM ${caller},
    'asked_by', (SELECT name FROM core.app_user AS asking WHERE asking.id = claim.asked_by))
  FROM core.app_user AS reviewer WHERE reviewer.id = claim.user_id)`;

export function presentClaim(claim: ReviewClaim | null): ReviewClaim | null {
  if (claim === null) return null;
  return { ...claim, claimed_at: inUtc(claim.claimed_at), expires_at: inUtc(claim.expires_at) };
}
