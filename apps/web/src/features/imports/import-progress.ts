import { ENDED_IMPORT_STATES, type ImportSummary } from '@portal/contracts/imports';

/** Where the bar stands when reading, merging or loading is over; the commit has the rest. */
const READ = 0.45;
const MERGED = 0.9;
const LOADED = 0.85;

export function hasEnded({ status }: Pick<ImportSummary, 'status'>): boolean {
  return ENDED_IMPORT_STATES.some((ended) => ended === status);
}

/** How much of an import is done, 0 to 1. */
export function doneShare(summary: ImportSummary): number {
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

/**
 * The one of two views of an import to show: an ended one, else what is known, into which whatever
 * was pushed has gone as it came.
 */
export function newerView<T extends ImportSummary>(
  known: T | undefined,
  pushed: ImportSummary | undefined,
): T | ImportSummary | undefined {
  if (!known || !pushed) return known ?? pushed;
  return hasEnded(pushed) && !hasEnded(known) ? pushed : known;
}

function share(done: number, total: number): number {
  return total > 0 ? Math.min(1, done / total) : 0;
}
