import { useEffect, useState } from 'react';
import { afterRowsLeft } from '../left-rows';
import type { DeskState } from './desk-motion';

/** The state as the paper shows it: a sheet leaves when its row leaves the queue, which is loaded after the counters. */
export function useAfterRows(state: DeskState): DeskState {
  const [paper, setPaper] = useState({ shown: state, next: state });
  // Each state has its own motion: one that still waits is shown as the next one comes.
  if (paper.next !== state) setPaper({ shown: paper.next, next: state });
  useEffect(() => {
    if (paper.shown === paper.next) return;
    return afterRowsLeft(() => setPaper({ shown: paper.next, next: paper.next }));
  }, [paper]);
  return paper.shown;
}
