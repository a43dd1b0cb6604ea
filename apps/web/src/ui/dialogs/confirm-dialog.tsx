import { lazy, Suspense } from 'react';
import type { ConfirmDialogProps } from './confirm-dialog-body';

const ConfirmDialogBody = lazy(async () => ({
  default: (await import('./confirm-dialog-body')).ConfirmDialogBody,
}));

/**
 * Asks before something that cannot be undone. Escape is the same as `cancel`. Dialogs load with the first
 * that opens.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <Suspense>
      <ConfirmDialogBody {...props} />
    </Suspense>
  );
}
