import NextIcon from '~icons/ic/baseline-chevron-right';
import PreviousIcon from '~icons/ic/baseline-chevron-left';
import { IconButton, Typography } from '@mui/material';
import { formatCount, formatTotal } from '../lib/format';
import { Row } from '../ui/layout';

interface PagerProps {
  /** Accessible name of what is paged. */
  label: string;
  /** From 0. */
  page: number;
  size: number;
  total: number;
  /** Whether `total` is an estimate. */
  estimated?: boolean;
  onPage: (page: number) => void;
}

/** '11–20 of 57' with two buttons; '0 of 57' beyond the end; nothing if all fits one page. */
export function Pager({ label, page, size, total, estimated = false, onPage }: PagerProps) {
  if (total === 0 || (total <= size && page === 0)) return null;
  const first = page * size + 1;
  const last = Math.min(total, first + size - 1);
  const lastPage = Math.max(0, Math.ceil(total / size) - 1);
  return (
    <Row role="group" aria-label={`Pages of ${label}`} justify="flex-end" gap={0.5}>
      <Typography variant="caption" color="textSecondary" aria-live="polite" sx={{ mr: 0.5 }}>
        {first > total ? '0' : `${formatCount(first)}–${formatCount(last)}`} of{' '}
        {formatTotal(total, estimated)}
      </Typography>
      <IconButton
        size="small"
        aria-label="Previous page"
        disabled={page === 0}
        onClick={() => onPage(Math.min(page - 1, lastPage))}
      >
        <PreviousIcon fontSize="small" />
      </IconButton>
      <IconButton
        size="small"
        aria-label="Next page"
        disabled={last >= total}
        onClick={() => onPage(page + 1)}
      >
        <NextIcon fontSize="small" />
      </IconButton>
    </Row>
  );
}
