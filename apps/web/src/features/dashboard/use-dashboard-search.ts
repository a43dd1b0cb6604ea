import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { readFilters, writeFilters, type DashboardFilters } from './filters';
import { readView, writeView, type DashboardView } from './view';

/** The filters and the view, kept in the address: they can be shared, reloaded and gone back to. */
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
  /** Typing replaces the address: going back undoes a choice, not a letter. */
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
