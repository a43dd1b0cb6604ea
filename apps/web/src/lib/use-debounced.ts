import { useEffect, useState } from 'react';

/** Time without a change before a search starts, in milliseconds. */
export const SEARCH_DEBOUNCE_MS = 100;

/** The value once it has not changed for some time. */
export function useDebounced<T>(value: T, ms: number = SEARCH_DEBOUNCE_MS): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
