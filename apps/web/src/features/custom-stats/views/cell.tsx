import { Box } from '@mui/material';
import { cellName } from './cell-text';

/** A value in a table. Null differs from an empty text and from 'null'. */
export function Cell({ value }: { value: unknown }) {
  if (value !== null) return cellName(value);
  return (
    <Box component="span" sx={{ color: 'text.secondary', fontStyle: 'italic' }}>
      null
    </Box>
  );
}
