import { Box, Chip, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { Row } from './layout';

interface FilterHeadingProps {
  /** Of the label, for `aria-labelledby`. */
  id: string;
  label: string;
  /** Whether the filter is marked as the one that narrows the numbers of the page. */
  marked: boolean;
  /** Buttons. */
  children: ReactNode;
}

/** The first line of a filter: its name and its buttons. */
export function FilterHeading({ id, label, marked, children }: FilterHeadingProps) {
  return (
    <Row
      gap={{ xs: 0.25, sm: 1 }}
      sx={{
        mb: 1,
        minHeight: 30,
        '& .MuiButton-root': { whiteSpace: 'nowrap', minWidth: 0, px: 1 },
      }}
    >
      <Typography id={id} variant="subtitle2">
        {label}
      </Typography>
      {marked && (
        <Chip
          size="small"
          color="primary"
          label="Filters active"
          sx={{ ml: { xs: 0.75, sm: 0 } }}
        />
      )}
      <Box sx={{ flex: 1 }} />
      {children}
    </Row>
  );
}
