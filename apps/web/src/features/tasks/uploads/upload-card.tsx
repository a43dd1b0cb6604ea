import { Alert, Button, Card, CardContent, Skeleton, Typography } from '@mui/material';
import { Suspense, useEffect } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../../lib/paths';
import { useUploadStore, type Upload } from './upload-store';
import { formatBytes, formatDuration } from '../../../lib/format';
import { ratePerSecond, secondsLeft } from '../../../lib/rate-meter';
import { FileRow } from './file-row';
import { ProgressLine } from './progress-line';
import { lazyPart } from '../../../ui/lazy-part';
import { Columns } from '../../../ui/layout';

const DropZone = lazyPart(async () => (await import('./drop-zone')).DropZone);
const ChosenFile = lazyPart(async () => (await import('./chosen-file')).ChosenFile);

/** The steps from the selection of a file to its import. */
export function UploadCard() {
  const { upload, choose } = useUploadStore();
  const navigate = useNavigate();

  useEffect(
    () =>
      useUploadStore.subscribe(({ accepted }, before) => {
        if (accepted === undefined || accepted === before.accepted) return;
        void navigate(paths.adminImport(accepted));
      }),
    [navigate],
  );

  return (
    <Card component="section" aria-labelledby="upload-heading">
      <CardContent>
        <Typography id="upload-heading" variant="h3" component="h2" sx={{ mb: 2 }}>
          Upload tasks
        </Typography>
        <Suspense fallback={<Skeleton variant="rounded" height={260} />}>
          {upload.kind === 'idle' && <DropZone onFile={choose} />}
          {upload.kind === 'ready' && <ChosenFile file={upload.file} />}
          {upload.kind === 'failed' && !upload.failure.isGone && (
            <ChosenFile file={upload.file} failure={upload.failure} />
          )}
          {upload.kind === 'failed' && upload.failure.isGone && (
            <Columns gap={2}>
              <Alert severity="error">
                {upload.file.name}: {upload.failure.message}
              </Alert>
              <DropZone onFile={choose} />
            </Columns>
          )}
        </Suspense>
        {upload.kind === 'sending' && <SendingPanel upload={upload} />}
      </CardContent>
    </Card>
  );
}

type Sending = Extract<Upload, { kind: 'sending' }>;

/** An upload in progress: bytes sent, speed and remaining time. */
function SendingPanel({ upload }: { upload: Sending }) {
  const abort = useUploadStore((state) => state.abort);
  const { file, dryRun, sent, total, samples } = upload;
  const rate = ratePerSecond(samples);
  const left = secondsLeft(samples, total);
  const facts = [`${formatBytes(sent)} of ${formatBytes(total)}`];
  if (rate) facts.push(`${formatBytes(rate)}/s`);
  if (left !== undefined) facts.push(`${formatDuration(left)} left`);
  return (
    <Columns gap={2}>
      <FileRow
        file={file}
        action={
          <Button color="inherit" onClick={abort}>
            Cancel
          </Button>
        }
      />
      <ProgressLine
        label={dryRun ? 'Uploading for preview' : 'Uploading'}
        share={total > 0 ? sent / total : 0}
        facts={facts}
      />
    </Columns>
  );
}
