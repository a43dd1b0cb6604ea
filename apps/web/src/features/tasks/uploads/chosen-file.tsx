import { Alert, Button, FormControlLabel, Skeleton, Switch, Typography } from '@mui/material';
import { Suspense } from 'react';
import { FileRow } from './file-row';
import { OlderOption } from './older/older-option';
import { type UploadFailure, useUploadStore } from './upload-store';
import { lazyPart } from '../../../ui/lazy-part';
import { Columns, Row } from '../../../ui/layout';

const CsvOptions = lazyPart(async () => (await import('./csv/csv-options')).CsvOptions);

/** Options for a selected file, also after a failed upload. */
export function ChosenFile({ file, failure }: { file: File; failure?: UploadFailure }) {
  const { onError, setOnError, csv, send, reset } = useUploadStore();
  const isSendable = csv === undefined || (csv !== 'reading' && csv.problems.length === 0);
  return (
    <Columns gap={2}>
      {failure !== undefined && <Failure {...failure} onAgain={(dryRun) => void send(dryRun)} />}
      <FileRow
        file={file}
        action={
          <Button color="inherit" onClick={reset}>
            Remove
          </Button>
        }
      />
      {csv !== undefined && (
        <Suspense fallback={<ReadingCsv />}>
          {csv === 'reading' ? <ReadingCsv /> : <CsvOptions csv={csv} />}
        </Suspense>
      )}
      <RowRule isCsv={csv !== undefined} />
      <FormControlLabel
        control={
          <Switch
            checked={onError === 'skip'}
            onChange={(_event, skip) => setOnError(skip ? 'skip' : 'abort')}
          />
        }
        label="Skip invalid rows"
        slotProps={{ typography: { variant: 'body2' } }}
      />
      <OlderOption />
      <Row wrap align="stretch" gap={1.5}>
        <Button variant="contained" disabled={!isSendable} onClick={() => void send(true)}>
          Preview
        </Button>
        <Button variant="outlined" disabled={!isSendable} onClick={() => void send(false)}>
          Import without preview
        </Button>
      </Row>
    </Columns>
  );
}

function ReadingCsv() {
  return <Skeleton variant="rounded" height={160} aria-label="Reading the columns" />;
}

interface FailureProps extends UploadFailure {
  onAgain(dryRun: boolean): void;
}

function Failure({ message, again, onAgain }: FailureProps) {
  return (
    <Alert
      severity="error"
      action={
        again && (
          <Button color="inherit" size="small" onClick={() => onAgain(again.dryRun)}>
            Send again
          </Button>
        )
      }
    >
      {message}
    </Alert>
  );
}

/** What a row of a task file changes, before it does. Empty cells of CSV have a choice of their own. */
function RowRule({ isCsv }: { isCsv: boolean }) {
  return (
    <Typography variant="body2" color="textSecondary">
      A row changes only the fields that it names: one that it leaves out keeps its value.{' '}
      {!isCsv && 'A field that is null is emptied.'}
    </Typography>
  );
}
