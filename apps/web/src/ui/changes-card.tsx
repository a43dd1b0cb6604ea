import { Card, LinearProgress } from '@mui/material';
import type { ReactNode } from 'react';

interface ChangesCardProps {
  /** Nothing is known yet. */
  isPending: boolean;
  /** What is shown is of the page or the filter before. */
  isOld: boolean;
  children: ReactNode;
}

/** A list of changes, with a thin line above it while others load. */
export function ChangesCard({ isPending, isOld, children }: ChangesCardProps) {
  return (
    <Card
      component="section"
      aria-label="Changes"
      aria-busy={isPending}
      sx={{ position: 'relative' }}
    >
      {isOld && (
        <LinearProgress
          aria-label="Loading changes"
          sx={{ position: 'absolute', top: 0, insetInline: 0, height: 2 }}
        />
      )}
      {children}
    </Card>
  );
}
