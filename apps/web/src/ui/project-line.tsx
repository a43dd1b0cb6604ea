import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

interface ProjectLineProps {
  name: string;
  /** Shows how current the numbers are. It comes later than the name, so it has its own place. */
  freshness?: ReactNode;
}

/** Name of the project and freshness of its numbers, below the title of a page. */
export function ProjectLine({ name, freshness }: ProjectLineProps) {
  return (
    <Box
      component="span"
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2 }}
    >
      {name}
      {freshness}
    </Box>
  );
}
