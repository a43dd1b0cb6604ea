import { Box } from '@mui/material';
import type { ReactNode } from 'react';

/** A page of reading width, without a sidebar. */
export function NarrowPage({ children }: { children: ReactNode }) {
  return (
    <Box sx={{ width: '100%', maxWidth: 720, mx: 'auto', px: 2, py: { xs: 3, sm: 5 } }}>
      {children}
    </Box>
  );
}
