import { useEffect, useState } from 'react';

/**
 * The browser's clock in epoch milliseconds, which may be wrong: only to measure how long something takes, and for
 * timers. Dates, ages of what the server dates, and today are by the clock of the server (`serverNow`).
 */
export function browserNow(): number {
  return Date.now();
}

/** `browserNow`, updated every `everyMs`. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(browserNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(browserNow()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
