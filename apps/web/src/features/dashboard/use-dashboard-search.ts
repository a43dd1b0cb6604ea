import { useCallback } from 'react';
import { useUrlState } from '../../lib/url-state';
import { useProjectFilters } from '../../ui/project-filters/use-project-filters';
import { VIEW_PARAMS, type DashboardView } from './view';

/** Filters and view of the dashboard, stored in the URL. */
export function useDashboardSearch() {
  const { filters, setFilters } = useProjectFilters();
  const [view, setViewState] = useUrlState(VIEW_PARAMS);
  const setView = useCallback(
    (change: Partial<DashboardView>) => setViewState(change, { replace: 'batch_search' in change }),
    [setViewState],
  );
  return { filters, view, setFilters, setView };
}
