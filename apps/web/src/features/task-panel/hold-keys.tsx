import { useLayoutEffect } from 'react';
import { isTyping } from '../../lib/keys';
import { typeFeedback } from './feedback/draft';

/**
 * While the form of feedback is on its way, what is typed is meant for it: no letter is a shortcut, such as that which
 * gives the task back.
 */
export function HoldKeys({ taskId }: { taskId: number }) {
  useLayoutEffect(() => {
    const hold = (event: KeyboardEvent): void => {
      if (event.key.length > 1 && event.key !== 'Backspace') return;
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      typeFeedback(taskId, event.key);
      event.stopPropagation();
      event.preventDefault();
    };
    document.addEventListener('keydown', hold, true);
    return () => document.removeEventListener('keydown', hold, true);
  }, [taskId]);
  return null;
}
