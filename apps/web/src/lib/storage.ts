import type { z } from 'zod';
import { create } from 'zustand';
import { parseJson } from './parse-json';

/** 'browser' is shared by all tabs and survives them; 'tab' survives a reload only. */
export type Shelf = 'browser' | 'tab';

/** What is stored, in the words of the sentence that tells the user that it is not kept. */
export type Stored =
  | 'the session'
  | 'drafts'
  | 'saved views'
  | 'hidden columns'
  | 'recent choices'
  | 'the theme'
  | 'the selected project'
  | 'the time zone'
  | 'the form of CSV files'
  | 'followed imports'
  | 'answers about a file'
  | 'the boards of a wall'
  | 'the sign-in';

/** The texts that the browser did not take, by shelf and key; null for one that was removed. */
const unkept = new Map<string, string | null>();

interface UnkeptStore {
  /** What lives only as long as the page. */
  readonly unkept: readonly Stored[];
}

/** What the browser has refused to store: its space is full, or site data is blocked. */
export const useUnkept = create<UnkeptStore>()(() => ({ unkept: [] }));

/** Whether the browser stores anything for this site. */
export function canStore(shelf: Shelf): boolean {
  try {
    const probe = 'portal.probe';
    storageOf(shelf).setItem(probe, '');
    storageOf(shelf).removeItem(probe);
    return true;
  } catch {
    return false;
  }
}

/** The value stored under `key`; undefined if absent or invalid. */
export function readStored<T extends z.ZodType>(
  shelf: Shelf,
  key: string,
  schema: T,
): z.output<T> | undefined {
  const text = readText(shelf, key);
  return text === null ? undefined : schema.safeParse(parseJson(text)).data;
}

/**
 * Stores `value` as JSON; undefined removes the key. What the browser does not take is held by the page, and
 * `what` is named to the user; it never throws.
 */
export function writeStored(shelf: Shelf, key: string, value: unknown, what: Stored): void {
  writeText(shelf, key, value === undefined ? null : JSON.stringify(value), what);
}

/** The text under `key`, as it was written last in this page or stored by another one. */
export function readText(shelf: Shelf, key: string): string | null {
  const held = unkept.get(`${shelf} ${key}`);
  if (held !== undefined) return held;
  try {
    return storageOf(shelf).getItem(key);
  } catch {
    return null;
  }
}

/** The same as `writeStored` for a text; null removes the key. */
export function writeText(shelf: Shelf, key: string, text: string | null, what: Stored): void {
  try {
    if (text === null) storageOf(shelf).removeItem(key);
    else storageOf(shelf).setItem(key, text);
    unkept.delete(`${shelf} ${key}`);
    if (unkept.size === 0 && useUnkept.getState().unkept.length > 0) {
      useUnkept.setState({ unkept: [] });
    }
  } catch {
    unkept.set(`${shelf} ${key}`, text);
    // Nothing is lost with what was empty before.
    if (text === null) return;
    useUnkept.setState(({ unkept: before }) =>
      before.includes(what) ? {} : { unkept: [...before, what] },
    );
  }
}

/** Removes what is stored under `key`, although a newer value could not be stored: it must not come back. */
export function dropOutdated(shelf: Shelf, key: string): void {
  if (!unkept.has(`${shelf} ${key}`)) return;
  try {
    storageOf(shelf).removeItem(key);
  } catch {
    // Nothing is stored.
  }
}

/**
 * Calls `listener` when another tab has stored or removed the value under `key`. Returns a function that
 * stops it.
 */
export function followStored(key: string, listener: () => void): () => void {
  const follow = (event: StorageEvent) => {
    // A null key means that the whole storage was cleared.
    if (event.key !== key && event.key !== null) return;
    unkept.delete(`browser ${key}`);
    listener();
  };
  window.addEventListener('storage', follow);
  return () => window.removeEventListener('storage', follow);
}

/** Forgets what the page holds; for tests. */
export function forgetUnkept(): void {
  unkept.clear();
  useUnkept.setState({ unkept: [] });
}

/** @throws if site data is blocked */
function storageOf(shelf: Shelf): Storage {
  return shelf === 'browser' ? localStorage : sessionStorage;
}
