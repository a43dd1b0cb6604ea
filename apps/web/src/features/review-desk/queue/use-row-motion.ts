import { useLayoutEffect, useRef } from 'react';
import { isStill } from '../../../ui/is-still';

const MOVE_MS = 320;
const EASING = 'cubic-bezier(0.2, 0, 0, 1)';

/**
 * Rows of a list slide to their new places and new rows fade in, only in transform and opacity. The
 * first rows and those of another list appear without motion.
 * @param ids the rows in their order; a stable array, as it is compared by identity
 * @param list changes with the page; rows of two pages do not slide into each other
 * @returns the ref of the element whose children are the rows
 */
export function useRowMotion(ids: readonly number[], list: number) {
  const parent = useRef<HTMLUListElement>(null);
  const last = useRef<{ list: number; tops: ReadonlyMap<number, number> }>(undefined);

  useLayoutEffect(() => {
    const rows = parent.current?.children ?? [];
    const tops = new Map<number, number>();
    for (const [index, row] of [...rows].entries()) {
      const id = ids[index];
      if (id !== undefined && row instanceof HTMLElement) tops.set(id, row.offsetTop);
    }
    const before = last.current;
    last.current = { list, tops };
    if (before?.list !== list || before.tops.size === 0 || isStill()) return;
    for (const [index, row] of [...rows].entries()) {
      const id = ids[index];
      const top = id === undefined ? undefined : tops.get(id);
      if (id === undefined || top === undefined) continue;
      const was = before.tops.get(id);
      if (was === top) continue;
      const from =
        was === undefined
          ? { opacity: 0, transform: 'translateY(12px)' }
          : { transform: `translateY(${was - top}px)` };
      row.animate([from, { opacity: 1, transform: 'none' }], {
        duration: MOVE_MS,
        easing: EASING,
      });
    }
  }, [ids, list]);

  return parent;
}
