import { useEffect, useMemo, useRef, useState } from 'react';
import { browserNow } from '../../../lib/use-now';
import { withoutMoves } from './order';

/** A pointer that does not move for this long, as on a wall screen, no longer counts. */
const IDLE_MS = 20_000;

/**
 * Whether a user points at an element or has the focus in it.
 * @returns the state and the handlers of the element
 */
export function useHeld() {
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const idle = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(idle.current), []);

  const handlers = useMemo(() => {
    const point = () => {
      clearTimeout(idle.current);
      idle.current = setTimeout(() => setPointed(false), IDLE_MS);
      setPointed(true);
    };
    const leave = () => {
      clearTimeout(idle.current);
      setPointed(false);
    };
    return {
      onPointerEnter: point,
      onPointerMove: point,
      onPointerLeave: leave,
      onFocus: () => setFocused(true),
      onBlur: () => setFocused(false),
    };
  }, []);
  return { held: pointed || focused, handlers };
}

/** Minimum time between two changes of the order, in milliseconds. */
const SPACING_MS = 2_000;

/**
 * An order that changes at most every two seconds, and not while it is held.
 * @param wanted the keys in their current order
 * @param held whether a user points at the list or has the focus in it
 */
export function useSteadyOrder(wanted: readonly string[], held: boolean): readonly string[] {
  const [shown, setShown] = useState(wanted);
  const changedAt = useRef(Number.NEGATIVE_INFINITY);

  useEffect(() => {
    if (held || sameOrder(shown, wanted)) return;
    const apply = () => {
      changedAt.current = browserNow();
      setShown(wanted);
    };
    const wait = changedAt.current + SPACING_MS - browserNow();
    const timer = setTimeout(apply, Math.max(0, wait));
    return () => clearTimeout(timer);
  }, [wanted, held, shown]);

  return useMemo(() => withoutMoves(shown, wanted), [shown, wanted]);
}

function sameOrder(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((key, index) => key === other[index]);
}
