import { Alert, AlertTitle } from '@mui/material';
import type { ImportShare } from '@portal/contracts/imports';
import { SharesAbove } from './shares-above';

/** That an import of the file of a preview needs a confirmation. */
export function PreviewQuestion({ shares }: { shares: readonly ImportShare[] }) {
  return (
    <Alert severity="warning">
      <AlertTitle>An import of this file needs a confirmation</AlertTitle>
      It would change more than the import rules of its projects allow without asking.
      <SharesAbove shares={shares} />
    </Alert>
  );
}
