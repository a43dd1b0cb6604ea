import { useLayoutEffect } from 'react';
import { usePalette } from './palette-store';

/** While the palette is loaded, what is typed is meant for it, and no shortcut. */
export function TypedMeanwhile() {
  useLayoutEffect(() => {
    document.addEventListener('keydown', hold, true);
    return () => document.removeEventListener('keydown', hold, true);
  }, []);
  return null;
}

function hold(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey) return;
  const { text, write, hide } = usePalette.getState();
  if (event.key === 'Escape') hide();
  else if (event.key === 'Backspace') write(text.slice(0, -1));
  else if (event.key.length === 1) write(text + event.key);
  event.stopPropagation();
  event.preventDefault();
}
