import { useEffect, useRef, useState } from 'react';
import { isStill } from './is-still';

const DURATION_MS = 700;

/**
 * A number that animates to `target`. It changes without animation at first, in a hidden tab and
 * for users who prefer reduced motion.
 */
export function useTween(target: number): number {
  const [shown, setShown] = useState(target);
  const position = useRef(target);

  useEffect(() => {
    const from = position.current;
    if (from === target) return;
    const moveTo = (value: number) => {
      position.current = value;
      setShown(value);
    };
    if (isStill()) return moveTo(target);
    const begin = performance.now();
    let frame = requestAnimationFrame(function step(now) {
      const progress = Math.min(1, Math.max(0, now - begin) / DURATION_MS);
      const eased = 1 - (1 - progress) ** 3;
      moveTo(progress === 1 ? target : from + (target - from) * eased);
      if (progress < 1) frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [target]);

  return shown;
}
