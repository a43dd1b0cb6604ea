import { Suspense } from 'react';
import type { ConfirmDialogProps } from './confirm-dialog-body';
import { lazyPart } from '../lazy-part';

const ConfirmDialogBody = lazyPart(async () => ({
  default: (await import('./confirm-dialog-body')).ConfirmDialogBody,
}));

/** Asks the user to confirm; Escape cancels. Dialogs load with the first that opens. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <Suspense>
      <ConfirmDialogBody {...props} />
    </Suspense>
  );
}
