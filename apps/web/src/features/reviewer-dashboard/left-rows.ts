/** Where a row of the queue was when it left, in pixels of the window. */
export interface LeftRow {
  readonly left: number;
  readonly top: number;
}

/** A row and the counters that it changes come by different ways, at most this long after each other. */
const TOGETHER_MS = 350;

interface Left extends LeftRow {
  readonly at: number;
}

let rows: Left[] = [];
const waiting = new Set<() => void>();

/** Notes that a row leaves the list, if it can be seen there. Called while the row is still in its place. */
export function noteLeaving(row: HTMLElement): void {
  const list = row.parentElement?.getBoundingClientRect();
  const { left, top, height } = row.getBoundingClientRect();
  if (!list || height === 0 || top < list.top || top + height > list.bottom) return;
  rows = [...recent(), { left, top: top + height / 2, at: performance.now() }];
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
  let timer = setTimeout(callback, recent().length > 0 ? 0 : TOGETHER_MS);
  waiting.add(soon);
  return () => {
    clearTimeout(timer);
    waiting.delete(soon);
  };
}

function recent(): Left[] {
  return rows.filter(({ at }) => performance.now() - at < TOGETHER_MS);
}
