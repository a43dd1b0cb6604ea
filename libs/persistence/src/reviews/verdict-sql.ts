import { ACCEPTING_REVIEWS, REFUSING_REVIEWS } from '@portal/contracts/constants';
import { sql } from '../sql.js';

const list = (statuses: readonly string[]): string =>
  statuses.map((status) => `'${status}'`).join(', ');

/** Whether the status of a review is a verdict. */
export const isVerdict = (status: string): string =>
  sql`${status} IN (${list([...ACCEPTING_REVIEWS, ...REFUSING_REVIEWS])})`;

/** Whether the status of a review sends its task back. */
export const refuses = (status: string): string => sql`${status} IN (${list(REFUSING_REVIEWS)})`;

/**
 * Whether a row `feedback` sends its task back and is not a review, too: the labeling tool learns what was sent back in
 * the portal, and its next file has it as a review, which is the same verdict.
 * @param inPeriod the condition on the time of a review that it counts
 */
export const sendsBack = (inPeriod: (at: string) => string): string => sql`(
    feedback.is_rework AND NOT EXISTS (
      SELECT FROM core.task_review AS same
      WHERE same.turing_task_id = feedback.turing_task_id
        AND same.reviewer_email = feedback.author_email
        AND ${refuses('same.status')}
        AND same.submitted_at BETWEEN feedback.created_at - interval '1 day'
          AND feedback.created_at + interval '1 day'
        AND ${inPeriod('same.submitted_at')}
      OFFSET 0))`;
