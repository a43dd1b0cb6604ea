import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { formatBytes, formatDuration } from '../../lib/format';
import { ratePerSecond, secondsLeft } from '../../lib/rate-meter';
import { FileRow } from './file-row';
import { ProgressLine } from './progress-line';
import { useUploadStore, type Upload } from './upload-store';

type Sending = Extract<Upload, { kind: 'sending' }>;

/** An upload in progress: bytes sent, speed and remaining time. */
export function SendingPanel({ upload }: { upload: Sending }) {
  const abort = useUploadStore((state) => state.abort);
  const { file, dryRun, sent, total, samples } = upload;
  const rate = ratePerSecond(samples);
  const left = secondsLeft(samples, total);
  const facts = [`${formatBytes(sent)} of ${formatBytes(total)}`];
  if (rate) facts.push(`${formatBytes(rate)}/s`);
  if (left !== undefined) facts.push(`${formatDuration(left)} left`);
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
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
    </Box>
  );
}
