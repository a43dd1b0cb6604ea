import type { ImportSummary } from '@portal/contracts/imports';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { formatBytes, formatCount, formatDuration } from '../../lib/format';
import { doneShare } from './import-progress';
import { ProgressLine } from './progress-line';
import { useCancelImport } from './requests/cancel-import';
import { useProgress, type Progress } from './use-progress';
import { useStandstill } from './use-standstill';

/** Longer than one chunk of merging takes on a busy machine. */
const STANDSTILL_MS = 15_000;
/** As a fraction of the whole. */
const BEHIND = 0.01;

const PHASES: Record<ImportSummary['phase'], string> = {
  waiting: 'Waiting for its turn',
  loading: 'Reading and storing rows',
  reading: 'Reading and checking rows',
  merging: 'Merging rows',
  committing: 'Updating the statistics',
  done: 'Finishing',
};

const INTERRUPTED = [
  'Nothing has moved for a moment',
  'if it was interrupted, it starts again by itself',
];
const STANDING: Record<ImportSummary['phase'], readonly string[]> = {
  waiting: ['The import has been queued', 'it starts as soon as a worker is free'],
  loading: INTERRUPTED,
  reading: INTERRUPTED,
  merging: INTERRUPTED,
  // One statement, without progress until it ends.
  committing: ['almost done', 'large imports take a moment here'],
  done: [],
};

/** Progress of an import, and the button to cancel it. */
export function ImportRunning({ summary }: { summary: ImportSummary }) {
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <RunningProgress summary={summary} />
      <Box>
        <CancelButton summary={summary} />
      </Box>
    </Box>
  );
}

interface RunningProgressProps {
  summary: ImportSummary;
  /** What a queued import waits for. */
  queue?: string;
}

/** The phase of an import, its bar, rows, rate and time left. */
export function RunningProgress({ summary, queue }: RunningProgressProps) {
  const progress = useProgress(summary);
  const { phase, bytes_done, rows_done } = summary;
  const stands = useStandstill([phase, bytes_done, rows_done].join(), STANDSTILL_MS);
  const facts = stands ? STANDING[phase] : factsOf(summary, progress);
  return (
    <ProgressLine
      label={PHASES[phase]}
      share={progress.share}
      facts={phase === 'waiting' && queue !== undefined ? [queue, ...facts.slice(1)] : facts}
    />
  );
}

interface CancelButtonProps {
  summary: ImportSummary;
  /** Also names the file to screen readers. */
  named?: boolean;
}

/** Cancels an import. */
export function CancelButton({ summary, named = false }: CancelButtonProps) {
  const cancel = useCancelImport(summary.import_id);
  return (
    <Button
      variant="outlined"
      color="error"
      {...(named && { 'aria-label': `Cancel import of ${summary.file_name}`, size: 'small' })}
      loading={cancel.isPending || cancel.isSuccess}
      onClick={() => cancel.mutate()}
    >
      Cancel import
    </Button>
  );
}

function factsOf(
  summary: ImportSummary,
  { share, rowsPerSecond, secondsLeft }: Progress,
): string[] {
  const { phase, bytes_done, bytes_total, rows_done, rows_total } = summary;
  if (phase === 'waiting') return ['The import has been queued'];
  // The statistics change in the commit, whose duration does not follow from the pace of the rows.
  if (phase === 'committing') return [`${formatCount(rows_done)} rows`, 'almost done'];
  const facts = [
    rows_total === null
      ? `${formatCount(rows_done)} rows`
      : `${formatCount(rows_done)} of ${formatCount(rows_total)} rows`,
  ];
  if (phase === 'reading' || phase === 'loading')
    facts.push(`${formatBytes(bytes_done)} of ${formatBytes(bytes_total)}`);
  // After a restart the bar waits until the work has caught up.
  if (doneShare(summary) < share - BEHIND) return [...facts, 'started again, catching up'];
  if (rowsPerSecond) facts.push(`${formatCount(rowsPerSecond)} rows/s`);
  if (secondsLeft !== undefined) facts.push(`${formatDuration(secondsLeft)} left`);
  return facts;
}
