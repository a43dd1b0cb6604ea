import { useVirtualizer } from '@tanstack/react-virtual';

/** More rows than this are drawn only near the visible ones. */
const ALL_ROWS = 60;
/** Height of the list before it is measured, in CSS pixels. */
const FIRST_HEIGHT = 600;

interface DrawnRows {
  readonly virtual: boolean;
  /** Indexes of the rows to draw. */
  readonly indexes: readonly number[];
  /** Space of the rows before and after them, in CSS pixels. */
  readonly before: number;
  readonly after: number;
  /** The ref of a drawn row, which needs its index in `data-index`. */
  readonly measure: (row: Element | null) => void;
}

/** The rows of a long list that are drawn: those near the visible part of its scroll container. */
export function useDrawnRows(
  count: number,
  container: HTMLElement | null,
  estimate: number,
): DrawnRows {
  const virtual = count > ALL_ROWS;
  const rows = useVirtualizer({
    count: virtual ? count : 0,
    getScrollElement: () => container,
    estimateSize: () => estimate,
    initialRect: { width: 0, height: FIRST_HEIGHT },
    overscan: 8,
  });
  if (!virtual) {
    return {
      virtual,
      indexes: Array.from({ length: count }, (_, index) => index),
      before: 0,
      after: 0,
      measure: () => undefined,
    };
  }
  const items = rows.getVirtualItems();
  return {
    virtual,
    indexes: items.map(({ index }) => index),
    before: items[0]?.start ?? 0,
    after: rows.getTotalSize() - (items.at(-1)?.end ?? 0),
    measure: rows.measureElement,
  };
}
