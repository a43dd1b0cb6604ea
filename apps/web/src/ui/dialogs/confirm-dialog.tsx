import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import { AppDialog } from './app-dialog';

interface ConfirmDialogProps {
  title: string;
  text: string;
  /** The button that goes on, and the one that does not. */
  confirm: string;
  cancel: string;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks the user to confirm. Escape cancels. */
export function ConfirmDialog({
  title,
  text,
  confirm,
  cancel,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  return (
    <AppDialog title={title} width={400} onClose={onCancel}>
      <DialogContent>
        <DialogContentText>{text}</DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button onClick={onCancel}>{cancel}</Button>
        <Button variant="contained" color="error" onClick={onConfirm}>
          {confirm}
        </Button>
      </DialogActions>
    </AppDialog>
  );
}
