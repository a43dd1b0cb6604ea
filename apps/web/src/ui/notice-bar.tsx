import { Box, Button } from '@mui/material';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { NOT_PRINTED } from './theme-media';
import { Columns, Row } from './layout';

const NOTICES = 'notices';

/** A bar of a part of the page that is elsewhere. */
export function inNoticeBars(bar: ReactNode): ReactNode {
  const place = document.getElementById(NOTICES);
  return place && createPortal(bar, place);
}

/**
 * The place of the bars at the bottom of every page: below dialogs, whose buttons they would cover on a phone, and
 * below toasts. At the end of a page it has room of its own, so that it covers nothing for good.
 */
export function NoticeBars({ children }: { children: ReactNode }) {
  return (
    <Columns
      id={NOTICES}
      gap={1}
      sx={(theme) => ({
        position: 'sticky',
        bottom: 0,
        zIndex: theme.zIndex.appBar,
        alignSelf: 'flex-start',
        maxWidth: 'min(584px, 100%)',
        '&:not(:empty)': { p: 1.5 },
        ...NOT_PRINTED,
      })}
    >
      {children}
    </Columns>
  );
}

interface NoticeBarProps {
  children: ReactNode;
  action: string;
  onAction: () => void;
  /** Another button before it. */
  second?: { readonly label: string; readonly onAction: () => void };
}

/** A quiet sentence with a button; it stays and takes no focus. */
export function NoticeBar({ children, action, onAction, second }: NoticeBarProps) {
  return (
    <Row
      role="status"
      gap={1}
      sx={(theme) => ({
        pl: 2,
        pr: 1,
        py: 0.75,
        borderRadius: 2,
        typography: 'body2',
        border: `1px solid ${theme.vars.palette.line.strong}`,
        backgroundColor: theme.vars.palette.background.paper,
      })}
    >
      <Box component="span" sx={{ flex: 1 }}>
        {children}
      </Box>
      {second && (
        <Button size="small" color="inherit" onClick={second.onAction} sx={{ flexShrink: 0 }}>
          {second.label}
        </Button>
      )}
      <Button size="small" onClick={onAction} sx={{ flexShrink: 0 }}>
        {action}
      </Button>
    </Row>
  );
}
