import type { ListedTable } from '@portal/contracts/entities';
import {
  focusManager,
  type InvalidateQueryFilters,
  partialMatchKey,
  type Query,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query';

/** Fetches again what is on the screen, in a hidden tab once it is shown; the rest when it is needed. */
export function invalidate(client: QueryClient, filters: InvalidateQueryFilters = {}) {
  const refetchType = focusManager.isFocused() ? 'active' : 'none';
  return client.invalidateQueries({ ...filters, refetchType });
}

/** Whether a query reads one of the records, as its `meta` says. */
export function readsAny(records: Iterable<ListedTable>): (query: Query) => boolean {
  const changed = new Set(records);
  return ({ meta }) => meta?.reads?.some((one) => changed.has(one)) ?? false;
}

/**
 * After this tab has changed records: fetches again whatever reads them, on any screen, and what has
 * one of the keys. It does not wait for the server to announce the change.
 */
export function refetchReaders(
  client: QueryClient,
  records: readonly ListedTable[],
  ...keys: readonly QueryKey[]
): Promise<void> {
  const reads = readsAny(records);
  return client.invalidateQueries({
    predicate: (query) => reads(query) || keys.some((key) => partialMatchKey(query.queryKey, key)),
  });
}
