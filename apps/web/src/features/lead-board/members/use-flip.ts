import { useLayoutEffect, useRef, type RefObject } from 'react';

const DURATION_MS = 450;
/** Rows that begin this far above the screen may still reach into it. */
const ROOM_PX = 200;
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
    const children = [...(list.current?.children ?? [])].filter(
      (child) => child instanceof HTMLElement,
    );
    // All positions are read before an animation starts: each start would cause another layout.
    const after = children.map((child) => child.offsetTop);
    tops.current = new Map(order.map((key, index) => [key, after[index] ?? 0]));
    if (!list.current || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const listTop = list.current.getBoundingClientRect().top;
    const isSeen = (top: number) => listTop + top > -ROOM_PX && listTop + top < innerHeight;
    for (const [index, key] of order.entries()) {
      const top = after[index] ?? 0;
      const from = before.get(key) ?? top;
      if (from === top || !(isSeen(from) || isSeen(top))) continue;
      children[index]?.animate(
        [{ transform: `translateY(${from - top}px)` }, { transform: 'none' }],
        {
          duration: DURATION_MS,
          easing: EASING,
        },
      );
    }
  }, [list, order]);
}
