import { Box, Typography } from '@mui/material';
import type { ShownReview } from '@portal/contracts/task-detail';
import { statusTitle } from '@portal/domain/statuses';
import { useUnreadWord } from '../../entities/tasks/last-review';
import { formatExact } from '../../lib/format';
import { Instant } from '../../ui/instant';
import { Row } from '../../ui/layout';
import { statusColor } from '../../ui/status-color';
import { TintedChip } from '../../ui/tinted-chip';

interface TaskReviewsProps {
  reviews: readonly ShownReview[];
  /** The user of the task. */
  of: string | null;
}

/** Who said what about a task, the newest first. */
export function TaskReviews({ reviews, of }: TaskReviewsProps) {
  const unread = useUnreadWord(of);
  if (reviews.length === 0) {
    return (
      <Typography variant="body2" color="textSecondary">
        Nobody has reviewed this task yet.
      </Typography>
    );
  }
  return (
    <Box component="ul">
      {reviews.map((review) => (
        <Review key={review.turing_review_id} review={review} unread={unread} />
      ))}
    </Box>
  );
}

function Review({ review, unread }: { review: ShownReview; unread: string }) {
  const { reviewer_name: name, reviewer_email: email, status, score, feedback, reasons } = review;
  return (
    <Box component="li" sx={{ py: 1.5, borderTop: 1, borderColor: 'divider' }}>
      <Row gap={1} wrap>
        <TintedChip color={statusColor(status)} label={statusTitle(status)} />
        {reasons.map((reason) => (
          <TintedChip key={reason} color={statusColor('rework')} label={reason} />
        ))}
        {review.is_unread && <TintedChip color={statusColor('in_progress')} label={unread} />}
        {score !== null && (
          <Typography variant="body2" sx={{ fontWeight: 600 }}>
            Score {formatExact(String(score))}
          </Typography>
        )}
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {name ?? email ?? 'Unknown reviewer'}
          {review.submitted_at !== null && (
            <>
              {' · '}
              <Instant at={review.submitted_at} />
            </>
          )}
        </Typography>
      </Row>
      {feedback !== null && feedback !== '' && (
        <Typography
          variant="body2"
          sx={{ mt: 0.75, whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}
        >
          {feedback}
        </Typography>
      )}
    </Box>
  );
}
