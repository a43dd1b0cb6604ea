import { Button, Skeleton, Typography } from '@mui/material';
import { Suspense } from 'react';
import { FailureAlert } from '../../../ui/failure';
import { Columns } from '../../../ui/layout';
import { lazyPart } from '../../../ui/lazy-part';
import { FileRow } from './file-row';
import { SendOptions } from './send-options';
import { type UploadFailure, useUploadStore } from './upload-store';

const Recognised = lazyPart(async () => (await import('./wizard/recognised')).Recognised);
const Questions = lazyPart(async () => (await import('./wizard/questions')).Questions);

/** A selected file, also after a failed upload: how it is read, and the buttons that send it. */
export function ChosenFile({ file, failure }: { file: File; failure?: UploadFailure }) {
  const { plan, send, reset } = useUploadStore();
  const again = failure?.again ?? undefined;
  const asks = plan !== undefined && plan !== 'reading' && plan.send.kind === 'answers';
  const known = plan === 'reading' ? undefined : plan;
  const saysEmpty = known?.sample.file === 'csv' || known?.send.kind === 'format';
  return (
    <Columns gap={2}>
      {failure !== undefined && (
        <FailureAlert
          title={failure.message}
          retry="Send again"
          onRetry={again && (() => void send(again.dryRun))}
        />
      )}
      <FileRow
        file={file}
        action={
          <Button color="inherit" onClick={reset}>
            Remove
          </Button>
        }
      />
      <Suspense fallback={<ReadingFile />}>
        {plan === 'reading' && <ReadingFile />}
        {asks && plan.send.kind === 'answers' && (
          <Questions file={file} plan={plan} answers={plan.send} />
        )}
        {plan !== undefined && plan !== 'reading' && !asks && <Recognised plan={plan} />}
      </Suspense>
      {!asks && (
        <>
          <RowRule saysEmpty={saysEmpty} />
          <SendOptions />
        </>
      )}
    </Columns>
  );
}

function ReadingFile() {
  return <Skeleton variant="rounded" height={160} aria-label="Reading the columns" />;
}

/** What a row of a task file changes, before it does. CSV and formats say themselves what empty values do. */
function RowRule({ saysEmpty }: { saysEmpty: boolean }) {
  return (
    <Typography variant="body2" color="textSecondary">
      A row changes only the fields that it names: one that it leaves out keeps its value.{' '}
      {!saysEmpty && 'A field that is null is emptied.'}
    </Typography>
  );
}
