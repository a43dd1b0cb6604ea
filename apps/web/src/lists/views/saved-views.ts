import { useState } from 'react';
import { z } from 'zod';
import { readStored, writeStored } from '../../lib/storage';
import { subjectOf, useSessionStore } from '../../session/session-store';
import { LIST_PARAMS } from '../list-state';

const viewSchema = z.object({ name: z.string().min(1).max(60), query: z.string() });
const viewsSchema = z.array(viewSchema);

/** A name for a state of a list: search, filters, order, page size and columns, as a query string. */
export type SavedView = z.infer<typeof viewSchema>;

/** The views of a list that the user saved in this browser, by name, and a setter. */
export function useSavedViews(base: string) {
  const user = useSessionStore(({ session }) => subjectOf(session));
  const key = `portal.views.${user}${base}`;
  const [views, setViews] = useState<readonly SavedView[]>(
    () => readStored('browser', key, viewsSchema) ?? [],
  );
  function save(next: readonly SavedView[]): void {
    const sorted = next.toSorted((a, b) => a.name.localeCompare(b.name));
    setViews(sorted);
    writeStored('browser', key, sorted.length === 0 ? undefined : sorted, 'saved views');
  }
  return [views, save] as const;
}

/**
 * The query string of a view: the state of the list in the URL, without the page, with the hidden
 * columns. Equal states have equal query strings.
 */
export function viewQueryOf(search: URLSearchParams, hidden: readonly string[]): string {
  const query = new URLSearchParams();
  for (const name of Object.keys(LIST_PARAMS).toSorted()) {
    const value = name === 'hide' ? hiddenText(search, hidden) : search.get(name);
    if (name !== 'page' && value !== null) query.set(name, value);
  }
  return query.toString();
}

/** The columns that the URL hides, or those that the table hides in this browser. */
function hiddenText(search: URLSearchParams, hidden: readonly string[]): string {
  return search.get('hide') ?? hidden.join(',');
}
