import DescriptionIcon from '~icons/ic/outline-description';
import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { formatBytes } from '../../../lib/format';

/** The selected file with its actions at the right end. */
export function FileRow({ file, action }: { file: File; action?: ReactNode }) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, minWidth: 0 }}>
      <DescriptionIcon sx={{ color: 'primary.main' }} />
      <Box sx={{ minWidth: 0, flex: 1 }}>
        <Typography variant="subtitle1" noWrap title={file.name}>
          {file.name}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {formatBytes(file.size)}
        </Typography>
      </Box>
      {action}
    </Box>
  );
}
