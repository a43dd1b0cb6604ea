import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { NOT_PRINTED } from '../../ui/theme-media';

/** The place of the bars at the bottom of every page. */
export function NoticeBars({ children }: { children: ReactNode }) {
  return (
    <Box
      sx={(theme) => ({
        position: 'fixed',
        left: 12,
        bottom: 12,
        zIndex: theme.zIndex.snackbar,
        display: 'grid',
        gap: 1,
        maxWidth: 'min(560px, calc(100vw - 24px))',
        ...NOT_PRINTED,
      })}
    >
      {children}
    </Box>
  );
}

interface NoticeBarProps {
  children: ReactNode;
  action: string;
  onAction: () => void;
}

/** A quiet sentence with one button; it stays and takes no focus. */
export function NoticeBar({ children, action, onAction }: NoticeBarProps) {
  return (
    <Box
      role="status"
      sx={(theme) => ({
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        pl: 2,
        pr: 1,
        py: 0.75,
        borderRadius: 2,
        typography: 'body2',
        border: `1px solid ${theme.vars.palette.line.strong}`,
        backgroundColor: theme.vars.palette.background.paper,
      })}
    >
      <span>{children}</span>
      <Button size="small" onClick={onAction} sx={{ flexShrink: 0 }}>
        {action}
      </Button>
    </Box>
  );
}
