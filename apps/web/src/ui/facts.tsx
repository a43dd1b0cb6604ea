import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { Columns } from './layout';

interface FactsProps {
  /** The least width of a fact. */
  width?: number;
  children: ReactNode;
}

/** Names with their values, as many beside each other as there is room for. */
export function Facts({ width = 220, children }: FactsProps) {
  return (
    <Columns component="dl" columns={{ least: width }} gap={2.5}>
      {children}
    </Columns>
  );
}

interface FactProps {
  name: string;
  /** Over the whole width. */
  whole?: boolean;
  /** Of the value: larger for a figure. */
  variant?: 'body2' | 'h3';
  children: ReactNode;
}

export function Fact({ name, whole = false, variant = 'body2', children }: FactProps) {
  return (
    <Box sx={{ minWidth: 0, ...(whole && { gridColumn: '1 / -1' }) }}>
      <Typography component="dt" variant="caption" color="textSecondary">
        {name}
      </Typography>
      <Typography
        component="dd"
        variant={variant}
        sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}
      >
        {children}
      </Typography>
    </Box>
  );
}
