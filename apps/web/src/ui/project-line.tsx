import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { Row } from './layout';

interface ProjectLineProps {
  /** Undefined while it loads; its line is empty then, so that nothing moves later. */
  name: string | undefined;
  /** Shows how current the numbers are. It comes later than the name, so it has its own place. */
  freshness?: ReactNode;
}

/** Name of the project and freshness of its numbers, below the title of a page. */
export function ProjectLine({ name, freshness }: ProjectLineProps) {
  return (
    <Row
      component="span"
      sx={{ flexWrap: { xs: 'wrap', sm: 'nowrap' }, columnGap: 2, whiteSpace: { sm: 'nowrap' } }}
    >
      <Box component="span" sx={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' }}>
        {name ?? '\u00a0'}
      </Box>
      {freshness}
    </Row>
  );
}
