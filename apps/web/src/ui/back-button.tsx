import ArrowBackIcon from '~icons/ic/baseline-arrow-back';
import { Button } from '@mui/material';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

interface BackButtonProps {
  to: string;
  children: ReactNode;
  /** The space below, in units of the theme. */
  below?: number;
}

/** The way back to the page above, named by it. */
export function BackButton({ to, children, below = 1 }: BackButtonProps) {
  return (
    <Button component={Link} to={to} startIcon={<ArrowBackIcon />} sx={{ mb: below, ml: -1 }}>
      {children}
    </Button>
  );
}
