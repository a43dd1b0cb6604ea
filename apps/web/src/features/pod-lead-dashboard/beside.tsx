import { Box, Skeleton } from '@mui/material';
import { type ReactNode, Suspense } from 'react';

/** The list, and what is below it, or beside it where the list has one line for each. */
export function Beside({
  side,
  isBeside,
  children,
}: {
  side: ReactNode;
  isBeside: boolean;
  children: ReactNode;
}) {
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        alignItems: 'start',
        gridTemplateColumns: {
          xs: 'minmax(0, 1fr)',
          lg: isBeside && side ? 'minmax(0, 1fr) 420px' : 'minmax(0, 1fr)',
        },
      }}
    >
      {children}
      <Suspense fallback={<Skeleton variant="rounded" height={320} />}>{side}</Suspense>
    </Box>
  );
}
