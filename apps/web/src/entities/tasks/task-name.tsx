import OpenInNewIcon from '~icons/ic/baseline-open-in-new';
import { Box, IconButton, type LinkProps, Tooltip } from '@mui/material';
import type { ReactNode } from 'react';
import { TaskLink } from './task-link';

interface TaskNameProps {
  id: number;
  /** Of the labeling tool; null if the project has none. */
  link: string | null;
  children?: ReactNode;
  variant?: LinkProps['variant'];
}

/** A task that opens its panel, and beside it the link to the labeling tool. */
export function TaskName({ id, link, ...look }: TaskNameProps) {
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.25 }}>
      <TaskLink id={id} {...look} />
      {link !== null && (
        <Tooltip title="Open in the labeling tool">
          <IconButton
            size="small"
            href={link}
            target="_blank"
            rel="noreferrer"
            aria-label={`Task ${id} in the labeling tool`}
          >
            <OpenInNewIcon sx={{ fontSize: 14 }} />
          </IconButton>
        </Tooltip>
      )}
    </Box>
  );
}
