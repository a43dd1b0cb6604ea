import QueryStatsIcon from '~icons/ic/baseline-query-stats';
import { Box, Card, Skeleton } from '@mui/material';
import type { ReactNode } from 'react';
import { MessagePanel } from '../../ui/message-panel';
import { FailureAlert } from '../../ui/failure';
import { cardColumns, cardsSx } from './stats-grid';

/** Shown while the list of statistics loads. */
export function StatsLoading() {
  return (
    <Box role="status" aria-label="Loading custom statistics" sx={cardsSx}>
      {(['bar', 'line', 'table'] as const).map((type) => (
        <Card key={type} sx={{ ...cardColumns(type), p: 2.5 }}>
          <Skeleton width="40%" height={28} />
          <Skeleton variant="rounded" height={type === 'table' ? 180 : 240} sx={{ mt: 2 }} />
        </Card>
      ))}
    </Box>
  );
}

/** The list could not be loaded. Results that are shown stay. */
export function StatsError({ onRetry }: { onRetry: () => unknown }) {
  return (
    <Box sx={{ mb: 2 }}>
      <FailureAlert title="Failed to load custom statistics" onRetry={onRetry} />
    </Box>
  );
}

/**
 * A project without statistics.
 * @param manage buttons of users who may create one; others are referred to them
 */
export function NoStats({ manage }: { manage: ReactNode }) {
  return (
    <Card>
      <MessagePanel
        icon={QueryStatsIcon}
        title="No Custom Statistics"
        detail={
          manage
            ? 'Create the first one with an SQL query, or start from an example.'
            : 'Please contact the project administrator to create custom statistics.'
        }
        action={manage}
      />
    </Card>
  );
}
