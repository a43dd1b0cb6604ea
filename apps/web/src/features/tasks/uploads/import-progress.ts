import type { ImportSummary } from '@portal/contracts/imports';
import { formatCount } from '../../../lib/format';

/** Progress at the end of reading, and of merging or loading; the rest is the commit. */
const READ = 0.45;
const MERGED = 0.9;
const LOADED = 0.85;

const PHASES: Record<ImportSummary['phase'], string> = {
  waiting: 'Waiting for its turn',
  loading: 'Reading and storing rows',
  reading: 'Reading and checking rows',
  merging: 'Merging rows',
  committing: 'Updating the statistics',
  done: 'Finishing',
};

/** An undo has no file. */
const CHECK_PHASES: Partial<typeof PHASES> = {
  reading: 'Finding what to put back',
  merging: 'Comparing tasks',
};
const UNDO_PHASES = { ...CHECK_PHASES, merging: 'Putting tasks back' };

/** What an unfinished import does. */
export function activityOf(summary: ImportSummary): string {
  const { status, queue_place: place, undoes, phase, dry_run: isPreview } = summary;
  if (status === 'unconfirmed') return 'Waiting for your confirmation';
  if (status === 'running' && place !== null) return 'Waiting until another import has merged';
  if (undoes === null) return phaseText(summary);
  return (isPreview ? CHECK_PHASES : UNDO_PHASES)[phase] ?? phaseText(summary);
}

/** The phase of an import. */
export function phaseText({ phase }: Pick<ImportSummary, 'phase'>): string {
  return PHASES[phase];
}

/** The place of a waiting import; undefined if it does not wait. */
export function placeText({ queue_place: place, moved }: ImportSummary): string | undefined {
  if (place === null) return undefined;
  const text = place === 1 ? 'Next in the queue' : `Place ${formatCount(place)} in the queue`;
  return moved === null ? text : `${text}, moved`;
}

type Doing = Pick<
  ImportSummary,
  'phase' | 'bytes_done' | 'bytes_total' | 'rows_done' | 'rows_total'
>;

/** Progress of an import, 0 to 1. */
export function doneShare(summary: Doing): number {
  switch (summary.phase) {
    case 'waiting':
      return 0;
    case 'reading':
      return READ * share(summary.bytes_done, summary.bytes_total);
    case 'merging':
      return READ + (MERGED - READ) * share(summary.rows_done, summary.rows_total ?? 0);
    case 'loading':
      return LOADED * share(summary.bytes_done, summary.bytes_total);
    case 'committing':
      return MERGED;
    case 'done':
      return 1;
  }
}

function share(done: number, total: number): number {
  return total > 0 ? Math.min(1, done / total) : 0;
}
