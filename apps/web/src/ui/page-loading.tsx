import { Box, CircularProgress, Typography } from '@mui/material';
import { Columns } from './layout';

/** A full-page loading indicator. */
export function PageLoading({ label = 'Loading...' }: { label?: string }) {
  return (
    <Box role="status" sx={{ display: 'grid', placeItems: 'center', minHeight: '50vh', gap: 2 }}>
      <Columns gap={2} sx={{ justifyItems: 'center' }}>
        <CircularProgress size={28} thickness={5} aria-hidden />
        <Typography variant="body2" color="textSecondary">
          {label}
        </Typography>
      </Columns>
    </Box>
  );
}
