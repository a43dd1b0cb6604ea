import { Box } from '@mui/material';
import type { LastReview as Review } from '@portal/contracts/task-detail';
import { statusTitle } from '@portal/domain/statuses';
import { formatExact } from '../../lib/format';
import { useSessionStore, userOf } from '../../session/session-store';

/** For the user of the task a review is new until they open it; others read that they have not. */
export function useUnreadWord(user: string | null): string {
  return useSessionStore(userOf)?.email === user ? 'New' : 'Not read yet';
}

interface LastReviewProps {
  review: Review;
  /** The user of the task. */
  of: string | null;
}

/** Who said what, in two lines, on a phone in four: 'Rex · Rejected · 2.5 · Say why.' */
export function LastReview({ review, of }: LastReviewProps) {
  const unread = useUnreadWord(of);
  return (
    <Box
      component="span"
      sx={{
        display: '-webkit-box',
        WebkitLineClamp: { xs: 4, sm: 2 },
        WebkitBoxOrient: 'vertical',
        overflow: 'hidden',
        overflowWrap: 'anywhere',
        whiteSpace: 'normal',
      }}
      title={review.feedback ?? undefined}
    >
      {review.is_unread && <strong>{unread} · </strong>}
      {wordsOf(review)}
    </Box>
  );
}

interface Reviewed {
  readonly last_review: Review | null;
}

/** Tasks by their last review, the newest first; without one they are the last, in their order. */
export function byLastReview<T extends Reviewed>(tasks: readonly T[]): T[] {
  return tasks.toSorted((one, other) => timeOf(other) - timeOf(one));
}

function timeOf({ last_review: review }: Reviewed): number {
  return review?.submitted_at ? Date.parse(review.submitted_at) : 0;
}

/** A review or feedback in one line. */
export function wordsOf(review: Review): string {
  const { reviewer_name: name, reviewer_email: email, status, score, reasons } = review;
  const feedback = review.feedback ?? '';
  const parts = [
    name ?? email ?? 'Unknown reviewer',
    statusTitle(status),
    score === null ? '' : formatExact(String(score)),
    reasons.join(', '),
    (review.feedback_id === null ? feedback : withoutMarks(feedback))
      .replaceAll(/\s+/g, ' ')
      .trim(),
  ];
  return parts.filter((part) => part !== '').join(' · ');
}

/** Feedback is Markdown; the words of a labeling tool are not. */
export function withoutMarks(text: string): string {
  return text
    .replaceAll(/^ *(?:[-*>]|#+) /gm, '')
    .replaceAll(/(\*\*|__|`+)(.+?)\1/g, '$2')
    .replaceAll(/\[([^[\]]+)\]\(https:\/\/(?:[^()\s]|\([^()\s]*\))*\)/g, '$1');
}
