import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import type { ImportSummary } from '@portal/contracts/imports';
import { FileRow } from './file-row';
import { ImportCountTiles } from './import-counts';
import { ImportErrors } from './import-errors';
import { ImportOutcome } from './import-outcome';
import { ImportRunning } from './import-running';
import { hasEnded } from './import-progress';
import { useUploadStore } from './upload-store';
import { useImport } from './requests/import';

/** The dry run of the selected file: its progress, then its counts and the import button. */
export function PreviewPanel({ file, importId }: { file: File; importId: string }) {
  const reset = useUploadStore((state) => state.reset);
  const { summary, errors, error } = useImport(importId);
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2.5 }}>
      <FileRow
        file={file}
        action={
          <Button color="inherit" onClick={reset}>
            Choose another file
          </Button>
        }
      />
      {!summary && !error && <Skeleton variant="rounded" height={72} />}
      {!summary && error && <Alert severity="error">{error.message}</Alert>}
      {summary && !hasEnded(summary) && <ImportRunning summary={summary} />}
      {summary && hasEnded(summary) && (
        <>
          <ImportOutcome summary={summary} />
          {summary.tasks_imported && <ImportCountTiles counts={summary.tasks_imported} />}
          <ImportErrors summary={summary} errors={errors} />
          <Confirm summary={summary} />
        </>
      )}
    </Box>
  );
}

/** Actions after a preview: import, or preview again without invalid rows. */
function Confirm({ summary }: { summary: ImportSummary }) {
  const { send, setOnError } = useUploadStore();
  if (summary.status === 'completed') {
    return (
      <Box>
        <Button variant="contained" onClick={() => void send(false)}>
          Import
        </Button>
      </Box>
    );
  }
  if (summary.error_count === 0 || summary.on_error === 'skip') return null;
  return (
    <Box>
      <Button
        variant="outlined"
        onClick={() => {
          setOnError('skip');
          void send(true);
        }}
      >
        Preview again, skipping invalid rows
      </Button>
    </Box>
  );
}
