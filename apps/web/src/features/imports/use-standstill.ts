import { useEffect, useState } from 'react';

/** Whether the value has been the same for so long, in milliseconds. */
export function useStandstill(value: string, afterMs: number): boolean {
  const [stoodStill, setStoodStill] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setStoodStill(value), afterMs);
    return () => clearTimeout(timer);
  }, [value, afterMs]);
  return stoodStill === value;
}
