import { Button, DialogActions, DialogContent, DialogContentText } from '@mui/material';
import type { ReactNode } from 'react';
import { AppDialog } from './app-dialog';

export interface Question {
  title: string;
  text: ReactNode;
  /** The button that goes on, and the one that does not. */
  confirm: string;
  cancel?: string;
  /** Whether the user cannot go on; the text says why. */
  disabled?: boolean;
  /** Of the button that goes on: `primary` for what can be taken back. */
  color?: 'error' | 'primary';
  onConfirm: () => void;
}

/** Asks the user to confirm; Escape cancels. Render it to open it. */
export function ConfirmDialog(props: Question & { onClose: () => void }) {
  const { title, text, confirm, cancel = 'Cancel', disabled = false, color = 'error' } = props;
  const { onConfirm, onClose } = props;
  return (
    <AppDialog title={title} width={400} closeButton={false} onClose={onClose}>
      <DialogContent>
        <DialogContentText component="div" aria-live="polite" sx={{ overflowWrap: 'anywhere' }}>
          {text}
        </DialogContentText>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5 }}>
        <Button onClick={onClose}>{cancel}</Button>
        <Button variant="contained" color={color} disabled={disabled} onClick={onConfirm}>
          {confirm}
        </Button>
      </DialogActions>
    </AppDialog>
  );
}
