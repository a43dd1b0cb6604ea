import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';

/** The place of figures and members while they load, so that what follows stays where it is. */
export function BoardLoading() {
  return (
    <Box role="status" aria-label="Loading the weekly progress" sx={{ mb: 2.5 }}>
      <Box
        sx={{
          display: 'grid',
          gap: { xs: 1.25, sm: 2 },
          mb: 2,
          gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(4, minmax(0, 1fr))' },
        }}
      >
        {['tasks', 'turns', 'pace', 'attention'].map((name) => (
          <Skeleton key={name} variant="rounded" height={118} />
        ))}
      </Box>
      <Skeleton variant="rounded" sx={{ height: 'max(480px, calc(100dvh - 340px))' }} />
    </Box>
  );
}
