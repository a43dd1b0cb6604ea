import type { ImportSummary } from '@portal/contracts/imports';
import { useEffect, useReducer } from 'react';
import { addSample, ratePerSecond, secondsLeft, type Sample } from '../../../lib/rate-meter';
import { doneShare } from './import-progress';
import { browserNow } from '../../../lib/use-now';

export interface Progress {
  /** 0 to 1; never decreases. */
  readonly share: number;
  readonly rowsPerSecond: number | undefined;
  readonly secondsLeft: number | undefined;
}

interface Seen {
  readonly summary: ImportSummary | undefined;
  readonly share: number;
  readonly shares: readonly Sample[];
  readonly rows: readonly Sample[];
}

const NOTHING: Seen = { summary: undefined, share: 0, shares: [], rows: [] };

/**
 * Progress and pace of an import. The bar never goes back: after a lost worker it waits until the
 * restarted work has caught up.
 */
export function useProgress(summary: ImportSummary): Progress {
  const [last, look] = useReducer(see, NOTHING);
  useEffect(() => look({ summary, at: browserNow() }), [summary]);
  const seen = isOf(summary, last) ? last : NOTHING;
  return {
    share: Math.max(seen.share, doneShare(summary)),
    rowsPerSecond: ratePerSecond(seen.rows),
    secondsLeft: secondsLeft(seen.shares, 1),
  };
}

function see(last: Seen, { summary, at }: { summary: ImportSummary; at: number }): Seen {
  const seen = isOf(summary, last) ? last : NOTHING;
  const value = doneShare(summary);
  const rows = summary.rows_done;
  const samePhase = seen.summary?.phase === summary.phase;
  if (samePhase && seen.shares.at(-1)?.value === value && seen.rows.at(-1)?.value === rows) {
    return last;
  }
  return {
    summary,
    share: Math.max(seen.share, value),
    shares: addSample(seen.shares, { at, value }),
    // Merging counts rows from zero.
    rows: addSample(samePhase ? seen.rows : [], { at, value: rows }),
  };
}

function isOf(summary: ImportSummary, seen: Seen): boolean {
  return seen.summary?.import_id === summary.import_id;
}
