import QueryStatsIcon from '@mui/icons-material/QueryStats';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import Collapse from '@mui/material/Collapse';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { messageOf } from '../../lib/api-error';
import { MessagePanel } from '../../ui/message-panel';

/** Shown while the first overview of a project loads. */
export function DashboardLoading() {
  return (
    <Box
      role="status"
      sx={{
        display: 'grid',
        placeContent: 'center',
        justifyItems: 'center',
        gap: 1,
        minHeight: 420,
      }}
    >
      <CircularProgress size={64} thickness={3} aria-label="Loading" sx={{ mb: 2 }} />
      <Typography variant="h3" component="p">
        Loading dashboard data...
      </Typography>
      <Typography variant="body2" color="textSecondary">
        This may take a few moments for large projects
      </Typography>
    </Box>
  );
}

/** Shown without an overview. */
export function NoDashboardData({ onRetry }: { onRetry: () => void }) {
  return (
    <MessagePanel
      icon={QueryStatsIcon}
      title="No Dashboard Data"
      detail="We couldn't load the dashboard data for this project."
      action={
        <Button variant="contained" onClick={onRetry}>
          Try Again
        </Button>
      }
    />
  );
}

interface DashboardErrorProps {
  error: unknown;
  /**
   * Time of the failure in epoch milliseconds; a later failure is shown again after a dismissal.
   */
  at: number;
}

/** A failed load, until it is dismissed or a load succeeds. */
export function DashboardError({ error, at }: DashboardErrorProps) {
  const [dismissed, setDismissed] = useState(0);
  return (
    <Collapse in={Boolean(error) && at > dismissed} unmountOnExit>
      <Alert severity="error" onClose={() => setDismissed(at)} sx={{ mb: 2 }}>
        {messageOf(error, 'Failed to load dashboard data')}
      </Alert>
    </Collapse>
  );
}
