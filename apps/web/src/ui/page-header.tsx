import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { useDocumentTitle } from './use-document-title';
import { Row } from './layout';

interface PageHeaderProps {
  title: string;
  subtitle?: ReactNode;
  /** Buttons at the right end. */
  actions?: ReactNode;
}

/** The heading of a page; also sets the document title. */
export function PageHeader({ title, subtitle, actions }: PageHeaderProps) {
  useDocumentTitle(title);
  return (
    <Row component="header" wrap align="flex-end" justify="space-between" gap={2} sx={{ mb: 3 }}>
      <Box sx={{ flexGrow: 1, minWidth: 'min(100%, 280px)' }}>
        <Typography variant="h1" sx={{ overflowWrap: 'anywhere' }}>
          {title}
        </Typography>
        {subtitle !== undefined && (
          // Its text changes with the connection: it must not decide whether the buttons have room beside it.
          <Typography
            color="textSecondary"
            sx={{ mt: 0.5, overflowWrap: 'anywhere', contain: 'inline-size' }}
          >
            {subtitle}
          </Typography>
        )}
      </Box>
      {actions}
    </Row>
  );
}
