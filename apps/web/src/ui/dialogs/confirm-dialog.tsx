import { lazy, Suspense } from 'react';
import type { ConfirmDialogProps } from './confirm-dialog-body';

const ConfirmDialogBody = lazy(async () => ({
  default: (await import('./confirm-dialog-body')).ConfirmDialogBody,
}));

<<<<<<< HEAD
/** Asks before something that cannot be undone. Dialogs load with the first that opens. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <Suspense>
      <ConfirmDialogBody {...props} />
    </Suspense>
=======
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
>>>>>>> lookadmin
  );
}
