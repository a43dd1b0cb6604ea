import DescriptionIcon from '~icons/ic/outline-description';
import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { formatBytes } from '../../../lib/format';
import { Row } from '../../../ui/layout';

/** The selected file with its actions at the right end. */
export function FileRow({ file, action }: { file: File; action?: ReactNode }) {
  return (
    <Row gap={1.5} sx={{ minWidth: 0 }}>
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
    </Row>
  );
}
