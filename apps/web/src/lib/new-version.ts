import { create } from 'zustand';
import { logWarning } from './log';

/** Whether the server has another version of the client than this page. */
export const useNewVersion = create<{ readonly isNew: boolean }>()(() => ({ isNew: false }));

/**
 * Asks the server which version of the client it has.
 * @returns undefined without a usable answer
 */
export async function checkVersion(): Promise<'same' | 'new' | undefined> {
  // A page of the development server has none.
  const own = document.querySelector('script[type="module"][src^="/assets/"]')?.getAttribute('src');
  try {
    const response = await fetch('/', { cache: 'no-cache', headers: { accept: 'text/html' } });
    const html = await response.text();
    if (!response.ok || !html.includes('<div id="root">')) return undefined;
    const isNew = typeof own === 'string' && !html.includes(own);
    if (isNew) useNewVersion.setState({ isNew });
    return isNew ? 'new' : 'same';
  } catch {
    logWarning('The version of the client could not be checked');
    return undefined;
  }
}

/** At most so often, and not in a page that was loaded just now: while servers of two versions answer, a wall would reload without end. */
const MISMATCH_MS = 60_000;
/** Since the page was loaded. */
let mismatchAt = 0;

/** Checks after a response that does not match the contract. */
export function checkAfterMismatch(): void {
  if (performance.now() - mismatchAt < MISMATCH_MS) return;
  mismatchAt = performance.now();
  void checkVersion();
}

/** Checks when a part of the page cannot be loaded. Returns a function that stops it. */
export function watchParts(): () => void {
  const check = () => void checkVersion();
  window.addEventListener('vite:preloadError', check);
  return () => window.removeEventListener('vite:preloadError', check);
}
