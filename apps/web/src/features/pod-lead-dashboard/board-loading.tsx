import { Box, Skeleton } from '@mui/material';
import { Columns } from '../../ui/layout';

/** The place of figures and members while they load, so that what follows stays where it is. */
export function BoardLoading() {
  return (
    <Box role="status" aria-label="Loading the weekly progress" sx={{ mb: 2.5 }}>
      <Columns columns={{ xs: 2, lg: 4 }} gap={{ xs: 1.25, sm: 2 }} sx={{ mb: 2 }}>
        {['tasks', 'turns', 'pace', 'attention'].map((name) => (
          <Skeleton key={name} variant="rounded" height={118} />
        ))}
      </Columns>
      <Skeleton variant="rounded" sx={{ height: 'max(480px, calc(100dvh - 340px))' }} />
    </Box>
  );
}
