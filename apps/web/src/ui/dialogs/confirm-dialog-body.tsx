import { Button, DialogActions, DialogContent, DialogContentText } from '@mui/material';
import type { ReactNode } from 'react';
import { AppDialog } from './app-dialog';

export interface ConfirmDialogProps {
  title: string;
  text: ReactNode;
  /** The button that goes on, and the one that does not. */
  confirm: string;
  cancel: string;
  /** Whether the user cannot go on; the text says why. */
  disabled?: boolean;
  /** Of the button that goes on: `primary` for what can be taken back. */
  color?: 'error' | 'primary';
  onConfirm: () => void;
  onCancel: () => void;
}

/** What a `ConfirmDialog` shows. */
export function ConfirmDialogBody({
  title,
  text,
  confirm,
  cancel,
  disabled = false,
  color = 'error',
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  return (
    <AppDialog title={title} width={400} closeButton={false} onClose={onCancel}>
      <DialogContent>
        <DialogContentText component="div" aria-live="polite" sx={{ overflowWrap: 'anywhere' }}>
          {text}
        </DialogContentText>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5 }}>
        <Button onClick={onCancel}>{cancel}</Button>
        <Button variant="contained" color={color} disabled={disabled} onClick={onConfirm}>
          {confirm}
        </Button>
      </DialogActions>
    </AppDialog>
  );
}
