import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { Explained } from './explained';
import { Row } from './layout';

interface CardHeaderProps {
  title: string;
  /** What the card counts, if its words do not say it. */
  meaning?: string | undefined;
  /** Id of the heading, for aria-labelledby of the card. */
  titleId: string;
  detail?: ReactNode;
  /** Controls at the right end, such as toggles. */
  actions?: ReactNode;
}

/** The heading of a dashboard card. */
export function CardHeader({ title, meaning, titleId, detail, actions }: CardHeaderProps) {
  return (
    <Row wrap justify="space-between" gap={1.5} sx={{ mb: 2.5 }}>
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="h3" component="h2" id={titleId}>
          <Explained text={title} meaning={meaning} />
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
