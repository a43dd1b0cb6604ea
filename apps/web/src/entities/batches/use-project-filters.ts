import type { Batch } from '@portal/contracts/dashboard';
import { useCallback, useMemo } from 'react';
import { useUrlState } from '../../lib/url-state';
import {
  FILTER_PARAMS,
  filtersOf,
  knownBatchesOnly,
  type ProjectFilters,
  stateOf,
  toQuery,
} from './filters';

/** Minimum time between two loads of all batches beside filtered numbers, in milliseconds. */
export const BATCHES_THROTTLE_MS = 30_000;

/**
 * The batch and date filters of a page, stored in the URL, and the query of its numbers.
 * @param batches all of the project, undefined while unknown; a filter by another one does not count
 */
export function useProjectFilters(batches: readonly Batch[] | undefined) {
  const [state, setState] = useUrlState(FILTER_PARAMS);
  const known = useMemo(() => batches?.map(({ turing_batch_id: id }) => id), [batches]);
  const filters = useMemo(() => knownBatchesOnly(filtersOf(state), known), [state, known]);
  const query = useMemo(() => toQuery(filters, known?.length), [filters, known]);
  const setFilters = useCallback(
    (change: (now: ProjectFilters) => Partial<ProjectFilters>) =>
      setState((before) => {
        const now = filtersOf(before);
        return stateOf({ ...now, ...change(now) });
      }),
    [setState],
  );
  return { filters, query, known, setFilters };
}
