import { Box } from '@mui/material';
import type { ShownReview } from '@portal/contracts/tasks';
import { statusTitle } from '@portal/domain/statuses';
import { formatExact } from '../../lib/format';

/** Who said what, in two lines: 'Rex · Rejected · 2.5 · Say why.' */
export function LastReview({ review }: { review: ShownReview }) {
  return (
    <Box
      component="span"
      sx={{
        display: '-webkit-box',
        WebkitLineClamp: 2,
        WebkitBoxOrient: 'vertical',
        overflow: 'hidden',
        overflowWrap: 'anywhere',
        whiteSpace: 'normal',
      }}
      title={review.feedback ?? undefined}
    >
      {wordsOf(review)}
    </Box>
  );
}

/** A review in one line. */
export function wordsOf(review: ShownReview): string {
  const { reviewer_name: name, reviewer_email: email, status, score, feedback } = review;
  const parts = [
    name ?? email ?? 'Unknown reviewer',
    statusTitle(status),
    score === null ? '' : formatExact(String(score)),
    (feedback ?? '').replaceAll(/\s+/g, ' ').trim(),
  ];
  return parts.filter((part) => part !== '').join(' · ');
}
