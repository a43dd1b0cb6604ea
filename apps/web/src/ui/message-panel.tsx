import { Box, type SvgIcon, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { Columns } from './layout';

interface MessagePanelProps {
  icon: typeof SvgIcon;
  title: string;
  /** Heading level of the title; h1 if the panel is the whole page. */
  level?: 'h1' | 'h2';
  detail?: string | undefined;
  /** What the user can do, such as a retry button. */
  action?: ReactNode;
}

/** Replaces content that is empty, not found or failed to load. */
export function MessagePanel({
  icon: Icon,
  title,
  level = 'h2',
  detail,
  action,
}: MessagePanelProps) {
  return (
    <Columns gap={0.75} sx={{ justifyItems: 'center', px: 2, py: 6, textAlign: 'center' }}>
      <Columns
        sx={(theme) => ({
          placeItems: 'center',
          width: 52,
          height: 52,
          mb: 1,
          borderRadius: 3,
          color: 'text.secondary',
          backgroundColor: theme.vars.palette.surface.sunken,
          border: `1px solid ${theme.vars.palette.line.soft}`,
        })}
      >
        <Icon />
      </Columns>
      <Typography variant="h3" component={level}>
        {title}
      </Typography>
      {detail !== undefined && (
        <Typography variant="body2" color="textSecondary" sx={{ maxWidth: '46ch' }}>
          {detail}
        </Typography>
      )}
      {action !== undefined && action !== false && <Box sx={{ mt: 2 }}>{action}</Box>}
    </Columns>
  );
}
