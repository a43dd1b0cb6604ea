import { Box } from '@mui/material';
import { nameOf, type Column } from './category-names';

interface CellProps {
  value: unknown;
  /** Its column, if statuses have their titles and amounts separators; else it is as it was sent. */
  column?: Column | undefined;
}

/** A value in a table. Null differs from an empty text and from 'null'. */
export function Cell({ value, column }: CellProps) {
  if (value !== null) return nameOf(value, column);
  return (
    <Box component="span" sx={{ color: 'text.secondary', fontStyle: 'italic' }}>
      null
    </Box>
  );
}
