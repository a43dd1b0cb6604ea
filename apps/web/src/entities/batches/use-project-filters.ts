import { useCallback, useMemo } from 'react';
import { useUrlState } from '../../lib/url-state';
import { FILTER_PARAMS, filtersOf, stateOf, type ProjectFilters } from './filters';

/** The batch and date filters of a page, stored in the URL. */
export function useProjectFilters() {
  const [state, setState] = useUrlState(FILTER_PARAMS);
  const filters = useMemo(() => filtersOf(state), [state]);
  const setFilters = useCallback(
    (change: (now: ProjectFilters) => Partial<ProjectFilters>) =>
      setState((before) => {
        const now = filtersOf(before);
        return stateOf({ ...now, ...change(now) });
      }),
    [setState],
  );
  return { filters, setFilters };
}
