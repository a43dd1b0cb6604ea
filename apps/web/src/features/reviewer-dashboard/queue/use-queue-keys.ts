import { type RefObject, useEffect } from 'react';
import { isTyping } from '../../../lib/is-typing';

interface QueueKeys {
  readonly next: () => void;
  /** Gives the task of a row back, if the user has claimed it. */
  readonly giveBack: (taskId: number) => void;
  readonly help: () => void;
}

/**
 * The keys of the queue: N, J, K, G and `?`. Enter opens the focused task, as any link. While the panel is open it has
 * J, K and G itself.
 */
export function useQueueKeys(rows: RefObject<HTMLElement | null>, keys: QueueKeys | null): void {
  useEffect(() => {
    if (keys === null) return;
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      if (isTyping(event.target)) return;
      if (event.key === 'n') keys.next();
      if (event.key === '?') keys.help();
      if (document.querySelector('[role=dialog]')) return;
      if (event.key === 'j') step(rows.current, 1);
      if (event.key === 'k') step(rows.current, -1);
      if (event.key !== 'g') return;
      const row = document.activeElement?.closest<HTMLElement>('[data-task]');
      if (row && rows.current?.contains(row)) keys.giveBack(Number(row.dataset['task']));
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [rows, keys]);
}

/** Moves the focus to the link of the next task or of the one before. */
function step(list: HTMLElement | null, by: 1 | -1): void {
  const links = [...(list?.querySelectorAll<HTMLElement>('[data-task] [data-open] a') ?? [])];
  const here = document.activeElement?.closest('[data-task]');
  const at = links.findIndex((link) => link.closest('[data-task]') === here);
  const to = at === -1 ? 0 : Math.min(links.length - 1, Math.max(0, at + by));
  links[to]?.focus();
}
