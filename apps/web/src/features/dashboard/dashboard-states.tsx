import QueryStatsIcon from '~icons/ic/baseline-query-stats';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import Typography from '@mui/material/Typography';
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
