import { Popover } from '@mui/material';
import type { ReactNode } from 'react';
import { Row } from '../ui/layout';

interface RowActionsMenuProps {
  anchor: HTMLElement;
  onClose: () => void;
  children: ReactNode;
}

/** The actions of a row, beside the button that opened them; one of them closes it. */
export function RowActionsMenu({ anchor, onClose, children }: RowActionsMenuProps) {
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'center', horizontal: 'left' }}
      transformOrigin={{ vertical: 'center', horizontal: 'right' }}
      slotProps={{ paper: { role: 'dialog', 'aria-label': 'Actions of the row' } }}
    >
      <Row align="stretch" gap={1} sx={{ p: 1 }} onClick={onClose}>
        {children}
      </Row>
    </Popover>
  );
}
