import { useEffect } from 'react';
import { isTyping } from '../../lib/keys';

/**
 * While the form of feedback is on its way, what is typed is meant for it: no letter is a shortcut, such as that which
 * gives the task back.
 */
export function HoldKeys() {
  useEffect(() => {
    document.addEventListener('keydown', hold, true);
    return () => document.removeEventListener('keydown', hold, true);
  }, []);
  return null;
}

function hold(event: KeyboardEvent): void {
  if (event.key.length > 1 || event.ctrlKey || event.metaKey || event.altKey) return;
  if (isTyping(event.target)) return;
  event.stopPropagation();
  event.preventDefault();
}
