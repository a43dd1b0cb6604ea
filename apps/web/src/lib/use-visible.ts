import { focusManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

/** Whether the tab is visible. A hidden one fetches nothing: nobody looks. */
export function useVisible(): boolean {
  return useSyncExternalStore(subscribe, isVisible);
}

const subscribe = (changed: () => void) => focusManager.subscribe(changed);
const isVisible = () => focusManager.isFocused();
