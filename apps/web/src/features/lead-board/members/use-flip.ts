import { useLayoutEffect, useRef, type RefObject } from 'react';

const DURATION_MS = 450;
const EASING = 'cubic-bezier(0.2, 0.7, 0.2, 1)';

/**
 * Moves the children of a list to their new places when their order changes, by transforms only.
 * They change without moving for users who prefer reduced motion.
 * @param order the key of each child
 */
export function useFlip(list: RefObject<HTMLElement | null>, order: readonly string[]): void {
  const tops = useRef(new Map<string, number>());

  useLayoutEffect(() => {
    const before = tops.current;
    tops.current = new Map();
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    for (const [index, key] of order.entries()) {
      const child = list.current?.children[index];
      if (!(child instanceof HTMLElement)) continue;
      const moved = (before.get(key) ?? child.offsetTop) - child.offsetTop;
      tops.current.set(key, child.offsetTop);
      if (moved === 0 || still) continue;
      child.animate([{ transform: `translateY(${moved}px)` }, { transform: 'none' }], {
        duration: DURATION_MS,
        easing: EASING,
      });
    }
  }, [list, order]);
}
