import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { readFilters, writeFilters, type DashboardFilters } from './filters';
import { readView, writeView, type DashboardView } from './view';

/**
 * Filters and view, stored in the search params: they can be shared and reloaded, and the back
 * button undoes them.
 */
export function useDashboardSearch() {
  const [params, setParams] = useSearchParams();
  const filters = useMemo(() => readFilters(params), [params]);
  const view = useMemo(() => readView(params), [params]);

  const setFilters = useCallback(
    (change: (now: DashboardFilters) => Partial<DashboardFilters>) =>
      setParams(
        (before) => {
          const now = readFilters(before);
          return writeFilters(before, { ...now, ...change(now) });
        },
        { preventScrollReset: true },
      ),
    [setParams],
  );
  /** Typing replaces the history entry: going back undoes a choice, not a letter. */
  const setView = useCallback(
    (change: Partial<DashboardView>) =>
      setParams((before) => writeView(before, change), {
        preventScrollReset: true,
        replace: 'batch_search' in change,
      }),
    [setParams],
  );
  return { filters, view, setFilters, setView };
}
