import { useEffect, useMemo, useRef, useState } from 'react';
import { withoutMoves } from './order';

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
      changedAt.current = Date.now();
      setShown(wanted);
    };
    const wait = changedAt.current + SPACING_MS - Date.now();
    const timer = setTimeout(apply, Math.max(0, wait));
    return () => clearTimeout(timer);
  }, [wanted, held, shown]);

  return useMemo(() => withoutMoves(shown, wanted), [shown, wanted]);
}

function sameOrder(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((key, index) => key === other[index]);
}
