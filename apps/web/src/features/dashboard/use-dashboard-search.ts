import { useCallback, useMemo } from 'react';
import { useUrlState } from '../../lib/url-state';
import { FILTER_PARAMS, filtersOf, stateOf, type DashboardFilters } from './filters/filters';
import { VIEW_PARAMS, type DashboardView } from './view';

/** Filters and view of the dashboard, stored in the URL. */
export function useDashboardSearch() {
  const [filterState, setFilterState] = useUrlState(FILTER_PARAMS);
  const [view, setViewState] = useUrlState(VIEW_PARAMS);
  const filters = useMemo(() => filtersOf(filterState), [filterState]);

  const setFilters = useCallback(
    (change: (now: DashboardFilters) => Partial<DashboardFilters>) =>
      setFilterState((state) => {
        const now = filtersOf(state);
        return stateOf({ ...now, ...change(now) });
      }),
    [setFilterState],
  );
  const setView = useCallback(
    (change: Partial<DashboardView>) => setViewState(change, { replace: 'batch_search' in change }),
    [setViewState],
  );
  return { filters, view, setFilters, setView };
}
