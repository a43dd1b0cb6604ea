import { Box, CircularProgress, Typography } from '@mui/material';

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
