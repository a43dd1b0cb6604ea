import type { ImportSummary, ImportWaitsFor } from '@portal/contracts/imports';
import { Button } from '@mui/material';
import { useState, useEffect } from 'react';
import { formatBytes, formatCount, formatDuration } from '../../../lib/format';
import { useDialog } from '../../../ui/dialogs/use-dialog';
import { activityOf, doneShare, placeText } from './import-progress';
import { ProgressLine } from './progress-line';
import { MoveMenu } from './queue/move-menu';
import { WaitsForList } from './queue/waits-for';
import { useCancelImport } from './api';
import { useProgress, type Progress } from './use-progress';
import { importWord } from './undo/undo-text';
import { Columns, Row } from '../../../ui/layout';

/** Longer than one chunk of merging takes on a busy machine. */
const STANDSTILL_MS = 15_000;
/** As a fraction of the whole. */
const BEHIND = 0.01;

const INTERRUPTED = [
  'Nothing has moved for a moment',
  'if it was interrupted, it starts again by itself',
];
const STANDING: Record<ImportSummary['phase'], readonly string[]> = {
  waiting: ['it starts as soon as a worker is free'],
  loading: INTERRUPTED,
  reading: INTERRUPTED,
  merging: INTERRUPTED,
  // One statement, without progress until it ends.
  committing: ['almost done', 'large imports take a moment here'],
  done: [],
};

/** One statement, without progress until it ends. */
const LARGE_UNDO = ['the undo of a large import takes a moment here'];

interface ImportRunningProps {
  summary: ImportSummary;
  /** Null if it does not wait. */
  waitsFor: ImportWaitsFor | null;
}

/** Progress of an import, what it waits for, and the buttons to move and to cancel it. */
export function ImportRunning({ summary, waitsFor }: ImportRunningProps) {
  return (
    <Columns gap={2}>
      <RunningProgress summary={summary} />
      {waitsFor && <WaitsForList summary={summary} waitsFor={waitsFor} />}
      <Row wrap align="stretch" gap={1.5}>
        <MoveMenu summary={summary} />
        <CancelButton summary={summary} />
      </Row>
    </Columns>
  );
}

/** The phase of an import, its bar, place in the queue, rows, rate and time left. */
export function RunningProgress({ summary }: { summary: ImportSummary }) {
  const progress = useProgress(summary);
  const { phase, bytes_done, rows_done } = summary;
  const stands = useStandstill([phase, bytes_done, rows_done].join(), STANDSTILL_MS);
  const place = placeText(summary);
  const waits = place !== undefined && phase !== 'waiting';
  const standing = summary.undoes !== null && phase === 'reading' ? LARGE_UNDO : STANDING[phase];
  const facts = stands && !waits ? standing : factsOf(summary, progress);
  return (
    <ProgressLine
      label={activityOf(summary)}
      share={progress.share}
      facts={place === undefined ? facts : [place, ...facts]}
    />
  );
}

interface CancelButtonProps {
  summary: ImportSummary;
  /** Also names the file to screen readers. */
  named?: boolean;
}

/** Asks, then cancels an import. */
export function CancelButton({ summary, named = false }: CancelButtonProps) {
  const cancel = useCancelImport(summary.import_id);
  const { dialog, confirm } = useDialog();
  const what = importWord(summary);
  return (
    <>
      <Button
        variant="outlined"
        color="error"
        {...(named && {
          'aria-label': `Cancel ${summary.undoes === null ? 'import' : 'undo'} of ${summary.file_name}`,
          size: 'small',
        })}
        loading={cancel.isPending || cancel.isSuccess}
        onClick={() =>
          confirm({
            title: `Cancel the ${what}?`,
            text: `The ${what} of ${summary.file_name} stops, and nothing of it is stored.${summary.undoes === null ? ` While its file is kept, the ${what} can run again.` : ''}`,
            confirm: `Cancel ${what}`,
            cancel: `Keep the ${what}`,
            onConfirm: () => cancel.mutate(),
          })
        }
      >
        {summary.undoes === null ? 'Cancel import' : 'Cancel undo'}
      </Button>
      {dialog}
    </>
  );
}

function factsOf(
  summary: ImportSummary,
  { share, rowsPerSecond, secondsLeft }: Progress,
): string[] {
  const { phase, bytes_done, bytes_total, rows_done, rows_total, undoes } = summary;
  if (phase === 'waiting' || (undoes !== null && phase === 'reading')) return [];
  const noun = undoes === null ? 'rows' : 'tasks';
  // The statistics change in the commit, whose duration does not follow from the pace of the rows.
  if (phase === 'committing') return [`${formatCount(rows_done)} ${noun}`, 'almost done'];
  const facts = [
    rows_total === null
      ? `${formatCount(rows_done)} ${noun}`
      : `${formatCount(rows_done)} of ${formatCount(rows_total)} ${noun}`,
  ];
  if (phase === 'reading' || phase === 'loading')
    facts.push(`${formatBytes(bytes_done)} of ${formatBytes(bytes_total)}`);
  // After a restart the bar waits until the work has caught up.
  if (doneShare(summary) < share - BEHIND) return [...facts, 'started again, catching up'];
  if (rowsPerSecond) facts.push(`${formatCount(rowsPerSecond)} ${noun}/s`);
  if (secondsLeft !== undefined) facts.push(`${formatDuration(secondsLeft)} left`);
  return facts;
}

/** Whether the value has not changed for `afterMs` milliseconds. */
export function useStandstill(value: string, afterMs: number): boolean {
  const [stoodStill, setStoodStill] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setStoodStill(value), afterMs);
    return () => {
      clearTimeout(timer);
      setStoodStill(undefined);
    };
  }, [value, afterMs]);
  return stoodStill === value;
}
