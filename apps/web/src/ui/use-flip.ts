import { useLayoutEffect, useRef, type RefObject } from 'react';
import { isStill } from './is-still';

const TIMING = { duration: 400, easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)' };
const NEW = [
  { opacity: 0, transform: 'translateY(12px)' },
  { opacity: 1, transform: 'none' },
];
/** Rows that begin this far above the screen may still reach into it. */
const ROOM_PX = 200;

/**
 * Moves the children of a list to their new places when their order changes, and fades new ones in,
 * by transform and opacity only. The first ones, and those of another list, appear without motion.
 * @param keys those of the children, compared by identity
 * @param list changes with the page; rows of two pages do not move into each other
 */
export function useFlip(
  parent: RefObject<HTMLElement | null>,
  keys: readonly (string | number)[],
  list = 0,
): void {
  const last = useRef({ list, tops: new Map<string | number, number>() });

  useLayoutEffect(() => {
    const children = [...(parent.current?.children ?? [])].filter(
      (child) => child instanceof HTMLElement,
    );
    // All positions are read before an animation starts: each start would cause another layout.
    const tops = new Map(keys.map((key, index) => [key, children[index]?.offsetTop ?? 0]));
    const before = last.current;
    last.current = { list, tops };
    if (!parent.current || before.list !== list || before.tops.size === 0 || isStill()) return;
    const start = parent.current.getBoundingClientRect().top;
    const isSeen = (top: number) => start + top > -ROOM_PX && start + top < innerHeight;
    for (const [index, [key, top]] of [...tops].entries()) {
      const from = before.tops.get(key);
      if (from === top || !(isSeen(from ?? top) || isSeen(top))) continue;
      const move = [{ transform: `translateY(${(from ?? top) - top}px)` }, { transform: 'none' }];
      children[index]?.animate(from === undefined ? NEW : move, TIMING);
    }
  }, [parent, keys, list]);
}
