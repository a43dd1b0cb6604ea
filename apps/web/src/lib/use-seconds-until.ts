import { useLayoutEffect, useState } from 'react';

const SECOND_MS = 1000;

/** Whole seconds until a time in epoch milliseconds, counting down to 0. */
export function useSecondsUntil(time: number): number {
  const [now, setNow] = useState(() => Date.now());
  useLayoutEffect(() => {
    if (time <= Date.now()) return;
    const tick = () => {
      setNow(Date.now());
      if (time <= Date.now()) clearInterval(timer);
    };
    const timer = setInterval(tick, SECOND_MS);
    // The time of the last render may be long ago; still before the next picture.
    queueMicrotask(tick);
    return () => clearInterval(timer);
  }, [time]);
  return Math.max(0, Math.ceil((time - now) / SECOND_MS));
}
