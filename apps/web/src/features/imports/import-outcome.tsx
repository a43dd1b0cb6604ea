import type { ImportSummary } from '@portal/contracts/imports';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import { countsText, issuesText } from './import-counts';
import { UPLOAD_FAILED } from './upload';

/** The result of an import; nothing while it runs. */
export function ImportOutcome({ summary }: { summary: ImportSummary }) {
  switch (summary.status) {
    case 'queued':
    case 'running':
      return null;
    case 'completed':
      return summary.dry_run ? (
        <Alert severity="info" role="status">
          <AlertTitle>Preview complete</AlertTitle>
          Nothing was stored. An import would have these counts.
          <Issues summary={summary} />
        </Alert>
      ) : (
        <Alert severity={summary.error_count > 0 ? 'warning' : 'success'} role="status">
          <AlertTitle>Import successful!</AlertTitle>
          {summary.tasks_imported && countsText(summary.tasks_imported)}
          <Issues summary={summary} />
        </Alert>
      );
    case 'failed':
      return (
        <Alert severity="error">
          <AlertTitle>
            {summary.dry_run ? 'The file would not be imported' : 'Import failed'}
          </AlertTitle>
          {summary.failure?.detail ?? UPLOAD_FAILED}
          {!summary.dry_run && <div>Nothing has been imported.</div>}
        </Alert>
      );
    case 'cancelled':
      return (
        <Alert severity="warning" role="status">
          <AlertTitle>{summary.dry_run ? 'Preview cancelled' : 'Import cancelled'}</AlertTitle>
          {summary.dry_run ? 'Nothing has been written.' : 'Nothing has been imported.'}
        </Alert>
      );
  }
}

function Issues({ summary }: { summary: ImportSummary }) {
  const text = issuesText(summary);
  return text === '' ? null : <div>{text}</div>;
}
