import { ENDED_IMPORT_STATES, type ImportSummary } from '@portal/contracts/imports';

/** Progress at the end of reading, and of merging or loading; the rest is the commit. */
const READ = 0.45;
const MERGED = 0.9;
const LOADED = 0.85;

export function hasEnded({ status }: Pick<ImportSummary, 'status'>): boolean {
  return ENDED_IMPORT_STATES.some((ended) => ended === status);
}

/** Progress of an import, 0 to 1. */
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
 * The newer of two states of an import: an ended one, else the fetched state, which contains the
 * pushed states.
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
