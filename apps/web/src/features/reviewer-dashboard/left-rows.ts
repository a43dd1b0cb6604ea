import { sentBackHere } from '../../entities/claims/sent-back';

/** Where a row of the queue was when it left, in pixels of the window. */
export interface LeftRow {
  /** Whether this tab has sent the task back. */
  readonly isSentBack: boolean;
  readonly left: number;
  readonly top: number;
}

/** Marks where the user's day counts what was sent back. */
export const SENT_BACK_PLACE = { 'data-sent-back': '' };

/** A row and the counters that it changes come by different ways, at most this long after each other. */
const TOGETHER_MS = 350;
/** The same for a task that this tab has sent back: its sheet is worth a longer wait. */
const SENT_BACK_MS = 3_000;

interface Left extends LeftRow {
  readonly at: number;
}

let rows: Left[] = [];
const waiting = new Set<() => void>();

/** Notes that a row leaves the list, if it can be seen there. Called while the row is still in its place. */
export function noteLeaving(row: HTMLElement, isSentBack: boolean): void {
  const list = row.parentElement?.getBoundingClientRect();
  const { left, top, height } = row.getBoundingClientRect();
  if (!list || height === 0 || top < list.top || top + height > list.bottom) return;
  rows = [...recent(), { isSentBack, left, top: top + height / 2, at: performance.now() }];
  for (const tell of waiting) tell();
}

/** The rows that have just left, each given once. */
export function takeLeftRows(): readonly LeftRow[] {
  const taken = recent();
  rows = [];
  return taken;
}

/**
 * Calls back once a row has left, with the others that leave at the same time, or soon if none does.
 * @returns cancels it
 */
export function afterRowsLeft(callback: () => void): () => void {
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(callback, 0);
  };
  const isComing = sentBackHere.size > 0;
  const none = () => {
    if (isComing) sentBackHere.clear();
    callback();
  };
  let timer =
    recent().length > 0
      ? setTimeout(callback, 0)
      : setTimeout(none, isComing ? SENT_BACK_MS : TOGETHER_MS);
  waiting.add(soon);
  return () => {
    clearTimeout(timer);
    waiting.delete(soon);
  };
}

function recent(): Left[] {
  return rows.filter(
    ({ at, isSentBack }) => performance.now() - at < (isSentBack ? SENT_BACK_MS : TOGETHER_MS),
  );
}
