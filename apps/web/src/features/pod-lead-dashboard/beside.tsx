import { Skeleton } from '@mui/material';
import { type ReactNode, Suspense } from 'react';
import { Columns } from '../../ui/layout';

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
    <Columns
      columns={{ lg: isBeside && side ? [1, '420px'] : 1 }}
      gap={2}
      sx={{ alignItems: 'start' }}
    >
      {children}
      <Suspense fallback={<Skeleton variant="rounded" height={320} />}>{side}</Suspense>
    </Columns>
  );
}
