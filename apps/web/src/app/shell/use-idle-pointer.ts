import { useEffect, useState } from 'react';

const IDLE_MS = 3_000;

/** Whether the pointer has not moved for three seconds. */
export function useIdlePointer(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    let timer = setTimeout(() => setIdle(true), IDLE_MS);
    const moved = () => {
      clearTimeout(timer);
      setIdle(false);
      timer = setTimeout(() => setIdle(true), IDLE_MS);
    };
    window.addEventListener('pointermove', moved);
    window.addEventListener('pointerdown', moved);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pointermove', moved);
      window.removeEventListener('pointerdown', moved);
    };
  }, []);
  return idle;
}
