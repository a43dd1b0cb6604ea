import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { Row } from './layout';

interface CardHeaderProps {
  title: string;
  /** Id of the heading, for aria-labelledby of the card. */
  titleId: string;
  detail?: ReactNode;
  /** Controls at the right end, such as toggles. */
  actions?: ReactNode;
}

/** The heading of a dashboard card. */
export function CardHeader({ title, titleId, detail, actions }: CardHeaderProps) {
  return (
    <Row wrap justify="space-between" gap={1.5} sx={{ mb: 2.5 }}>
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="h3" component="h2" id={titleId}>
          {title}
        </Typography>
        {detail !== undefined && (
          <Typography variant="body2" color="textSecondary" component="div">
            {detail}
          </Typography>
        )}
      </Box>
      {actions}
    </Row>
  );
}
