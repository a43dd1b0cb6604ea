import { Alert, AlertTitle } from '@mui/material';
import type { ImportSummary } from '@portal/contracts/imports';
import { SharesAbove } from './shares-above';

/** That an import of the file of a preview needs a confirmation; nothing if it does not. */
export function PreviewQuestion({ summary }: { summary: ImportSummary }) {
  const { dry_run: isPreview, status, needs_confirmation: isAsked, shares } = summary;
  if (!isPreview || status !== 'completed' || !isAsked) return null;
  return (
    <Alert severity="warning">
      <AlertTitle>An import of this file needs a yes</AlertTitle>
      It would change more than the import rules of its projects allow without asking.
      <SharesAbove shares={shares ?? []} />
    </Alert>
  );
}
