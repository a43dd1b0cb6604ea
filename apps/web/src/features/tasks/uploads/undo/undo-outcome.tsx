import { Alert, AlertTitle } from '@mui/material';
import type { ImportSummary } from '@portal/contracts/imports';
import { CountTiles } from '../import-counts';
import { undoCounts, undoText } from './undo-text';

const FAILED = 'The import could not be undone';

/** The result of an undo; nothing while it runs. */
export function UndoOutcome({ summary }: { summary: ImportSummary }) {
  const { status, dry_run: isPreview, failure } = summary;
  switch (status) {
    case 'queued':
    case 'running':
    case 'unconfirmed':
      return null;
    case 'completed':
      return (
        <>
          <Alert severity={isPreview ? 'info' : 'success'} role="status">
            <AlertTitle>{isPreview ? 'Preview complete' : 'Undone'}</AlertTitle>
            {doneText(summary)}
          </Alert>
          <UndoTiles summary={summary} />
        </>
      );
    case 'failed':
      return (
        <Alert severity="error">
          <AlertTitle>{isPreview ? 'It would not be undone' : 'Undo failed'}</AlertTitle>
          {failure?.detail ?? FAILED}
        </Alert>
      );
    case 'cancelled':
      return (
        <Alert severity="warning" role="status">
          <AlertTitle>{isPreview ? 'Preview cancelled' : 'Undo cancelled'}</AlertTitle>
          Nothing has been changed.
        </Alert>
      );
  }
}

function doneText(summary: ImportSummary): string {
  const text = undoText(undoCounts(summary), summary.dry_run ? 'present' : 'past');
  if (text === undefined) return 'There was nothing to put back and nothing to remove.';
  return summary.dry_run ? `An undo ${text}. Nothing was changed.` : `It ${text}.`;
}

function UndoTiles({ summary }: { summary: ImportSummary }) {
  const { putBack, madeAgain, removed, kept, impossible } = undoCounts(summary);
  return (
    <CountTiles
      tiles={[
        { label: 'Put back', value: putBack, color: 'info.main' },
        { label: 'Removed', value: removed, color: 'error.main' },
        ...(madeAgain > 0
          ? [{ label: 'Made again', value: madeAgain, color: 'success.main' }]
          : []),
        { label: 'Kept because newer', value: kept, color: 'warning.main' },
        ...(impossible > 0
          ? [{ label: 'Kept, batch gone', value: impossible, color: 'warning.main' }]
          : []),
      ]}
    />
  );
}
