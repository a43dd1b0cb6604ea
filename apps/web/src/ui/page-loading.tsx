import { CircularProgress, Typography } from '@mui/material';
import { Columns } from './layout';

/** A full-page loading indicator. */
export function PageLoading({ label = 'Loading...' }: { label?: string }) {
  return (
    <Columns role="status" gap={2} sx={{ placeItems: 'center', minHeight: '50vh' }}>
      <Columns gap={2} sx={{ justifyItems: 'center' }}>
        <CircularProgress size={28} thickness={5} aria-hidden />
        <Typography variant="body2" color="textSecondary">
          {label}
        </Typography>
      </Columns>
    </Columns>
  );
}
