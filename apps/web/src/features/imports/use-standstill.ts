import { useEffect, useState } from 'react';

/** Whether the value has not changed for `afterMs` milliseconds. */
export function useStandstill(value: string, afterMs: number): boolean {
  const [stoodStill, setStoodStill] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setStoodStill(value), afterMs);
    return () => clearTimeout(timer);
  }, [value, afterMs]);
  return stoodStill === value;
}
