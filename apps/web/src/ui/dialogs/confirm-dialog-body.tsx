import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import { useState } from 'react';
import { AppDialog } from './app-dialog';
import { focusAfter } from './restore-focus';

export interface ConfirmDialogProps {
  title: string;
  text: string;
  /** The button that goes on, and the one that does not. */
  confirm: string;
  cancel: string;
  onConfirm: () => void;
  onCancel: () => void;
}

/** What a `ConfirmDialog` shows. */
export function ConfirmDialogBody({
  title,
  text,
  confirm,
  cancel,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  const [keepFocus] = useState(() => focusAfter(document.activeElement));
  const proceed = () => {
    keepFocus();
    onConfirm();
  };
  return (
    <AppDialog title={title} width={400} closeButton={false} onClose={onCancel}>
      <DialogContent>
        <DialogContentText>{text}</DialogContentText>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5 }}>
        <Button onClick={onCancel}>{cancel}</Button>
        <Button variant="contained" color="error" onClick={proceed}>
          {confirm}
        </Button>
      </DialogActions>
    </AppDialog>
  );
}
