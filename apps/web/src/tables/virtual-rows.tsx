import { useVirtualizer } from '@tanstack/react-virtual';
import type { ReactNode } from 'react';

/** Height of the list before it is measured, in CSS pixels. */
const FIRST_HEIGHT = 600;

/** The rows of a list that are drawn. */
export interface Drawn {
  /** Indexes of the rows to draw. */
  readonly indexes: readonly number[];
  /** Space of the rows before and after them, in CSS pixels. */
  readonly before: number;
  readonly after: number;
  /** The ref of a drawn row, which needs its index in `data-index`. */
  readonly measure: (row: Element | null) => void;
}

export interface DrawnRowsProps {
  count: number;
  /** Scroll container of the rows. */
  container: HTMLElement | null;
  /** Height of a row before it is measured, in CSS pixels. */
  estimate: number;
  children: (drawn: Drawn) => ReactNode;
}

/** The rows near the visible part of the scroll container. */
export function VirtualRows({ count, container, estimate, children }: DrawnRowsProps) {
  const rows = useVirtualizer({
    count,
    getScrollElement: () => container,
    estimateSize: () => estimate,
    initialRect: { width: 0, height: FIRST_HEIGHT },
    overscan: 8,
  });
  const items = rows.getVirtualItems();
  return children({
    indexes: items.map(({ index }) => index),
    before: items[0]?.start ?? 0,
    after: rows.getTotalSize() - (items.at(-1)?.end ?? 0),
    measure: rows.measureElement,
  });
}
