import { useState, type KeyboardEvent } from 'react';
import { indexAfterKey } from './index-after-key';

/** Page Up and Page Down go this many rows. */
const PAGE = 10;

/** In a list the next row is below. */
const DOWNWARDS: Readonly<Record<string, string>> = {
  ArrowDown: 'ArrowRight',
  ArrowUp: 'ArrowLeft',
  PageDown: 'PageUp',
  PageUp: 'PageDown',
};

/**
 * The row of a chart that the pointer or the keys choose: a bar of horizontal bars, or a slice in its
 * legend. Escape and the loss of the focus choose none.
 * @param onOpen opens the chosen row, with Enter
 */
export function useChosenRow(keys: readonly string[], onOpen?: (key: string) => void) {
  const [chosen, setChosen] = useState<string | null>(null);
  const at = chosen === null ? -1 : keys.indexOf(chosen);
  const active = at < 0 ? null : at;
  return {
    /** Null if none is chosen, or the chosen one is gone. */
    active,
    setChosen,
    handlers: {
      onFocus: (event: { currentTarget: HTMLElement }) => {
        if (event.currentTarget.matches(':focus-visible')) setChosen(keys[active ?? 0] ?? null);
      },
      onBlur: () => setChosen(null),
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key === 'Enter' && chosen !== null && active !== null) onOpen?.(chosen);
        const next = indexAfterKey(DOWNWARDS[event.key] ?? event.key, at, keys.length, PAGE);
        if (next === undefined) return;
        event.preventDefault();
        setChosen(next === null ? null : (keys[next] ?? null));
      },
    },
  };
}
