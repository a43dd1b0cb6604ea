import { Box, Chip } from '@mui/material';
import type { ReactNode } from 'react';
import { dimmedIf } from './dimmed';
import { Row } from './layout';

interface DrawnBlockProps {
  /** Whether the numbers are of the last label. */
  isOld: boolean;
  /** What the numbers are of. */
  label: string;
  children: ReactNode;
}

/** Numbers. While those of another label are awaited, they are dimmed and name the label that they have. */
export function DrawnBlock({ isOld, label, children }: DrawnBlockProps) {
  return (
    <Box aria-busy={isOld}>
      {isOld && (
        // Without height, so that nothing moves; below the top bar while the page is scrolled.
        <Row
          align="stretch"
          justify="center"
          sx={{ position: 'sticky', top: 84, zIndex: 2, height: 0 }}
        >
          <Chip size="small" color="primary" label={`Still showing ${label}`} sx={{ mt: -2.5 }} />
        </Row>
      )}
      <Box sx={dimmedIf(isOld)}>{children}</Box>
    </Box>
  );
}
