import { useEffect, useMemo, useRef, useState } from 'react';

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
