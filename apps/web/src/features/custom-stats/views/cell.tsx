import Box from '@mui/material/Box';
import { cellText } from './cell-text';

/** A value in a table. Null differs from an empty text. */
export function Cell({ value }: { value: unknown }) {
  if (value !== null) return cellText(value);
  return (
    <Box component="span" sx={{ color: 'text.secondary', fontStyle: 'italic' }}>
      null
    </Box>
  );
}
