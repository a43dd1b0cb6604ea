import { DEFAULT_ACTIVITY_DAYS, MAX_ACTIVITY_DAYS } from '@portal/contracts/constants';
import { daySchema, wholeNumberParam } from '@portal/contracts/scalars';
import { urlParam, type UrlParam, type UrlStateOf } from '../../lib/url-state';

/** Batch filter: off, all batches, or some by their Turing ids (ascending, unique). */
export type BatchSelection =
  | { readonly kind: 'off' }
  | { readonly kind: 'all' }
  | { readonly kind: 'some'; readonly ids: readonly number[] };

/** Days are YYYY-MM-DD in the reporting zone, both included. */
export interface ProjectFilters {
  readonly batches: BatchSelection;
  readonly start: string | null;
  readonly end: string | null;
  /** Length of the activity timeline without a date filter. */
  readonly activityDays: number;
}

export const NO_FILTERS: ProjectFilters = {
  batches: { kind: 'off' },
  start: null,
  end: null,
  activityDays: DEFAULT_ACTIVITY_DAYS,
};

const ALL = 'all';

const idSchema = wholeNumberParam({ minimum: 1 });

/** Off if the parameter is absent, `all`, or the ids; invalid ids are ignored. */
const batchesParam: UrlParam<BatchSelection> = {
  read(values) {
    if (values.includes(ALL)) return { kind: 'all' };
    return selectBatches(values.flatMap((value) => idSchema.safeParse(value).data ?? []));
  },
  write(selection) {
    if (selection.kind === 'some') return selection.ids.map(String);
    return selection.kind === 'all' ? [ALL] : [];
  },
};

/** The filters in the URL, with the names of the API. */
export const FILTER_PARAMS = {
  batch_ids: batchesParam,
  start_date: urlParam(daySchema, null),
  end_date: urlParam(daySchema, null),
  activity_days: urlParam(
    wholeNumberParam({ minimum: 1, maximum: MAX_ACTIVITY_DAYS }),
    DEFAULT_ACTIVITY_DAYS,
  ),
};
type FilterState = UrlStateOf<typeof FILTER_PARAMS>;

/** Selects these ids; an empty set turns the batch filter off. */
export function selectBatches(ids: Iterable<number>): BatchSelection {
  const unique = [...new Set(ids)].sort((a, b) => a - b);
  return unique.length === 0 ? { kind: 'off' } : { kind: 'some', ids: unique };
}

/** The filters of a URL. Dates in the wrong order are ignored. */
export function filtersOf({
  batch_ids: batches,
  start_date: start,
  end_date: end,
  activity_days: activityDays,
}: FilterState): ProjectFilters {
  const reversed = start !== null && end !== null && start > end;
  return { batches, start: reversed ? null : start, end: reversed ? null : end, activityDays };
}

/** The state of the URL for these filters. */
export function stateOf(filters: ProjectFilters): FilterState {
  return {
    batch_ids: filters.batches,
    start_date: filters.start,
    end_date: filters.end,
    activity_days: filters.activityDays,
  };
}

/**
 * The same filters without ids that the project does not have. While the batches are unknown the
 * selection stays, so that a shared link loads immediately.
 */
export function knownBatchesOnly(
  filters: ProjectFilters,
  known: readonly number[] | undefined,
): ProjectFilters {
  if (known === undefined || filters.batches.kind !== 'some') return filters;
  const present = new Set(known);
  const ids = filters.batches.ids.filter((id) => present.has(id));
  return ids.length === filters.batches.ids.length
    ? filters
    : { ...filters, batches: selectBatches(ids) };
}

/** Whether a batch is selected; all are while the filter is off. */
export function isTicked(selection: BatchSelection, id: number): boolean {
  return selection.kind !== 'some' || selection.ids.includes(id);
}

/** Adds or removes one of the `known` batches; removing the last one turns the filter off. */
export function toggleBatch(
  selection: BatchSelection,
  id: number,
  known: readonly number[],
): BatchSelection {
  const ticked = new Set(known.filter((other) => isTicked(selection, other)));
  if (!ticked.delete(id)) ticked.add(id);
  return ticked.size === known.length ? { kind: 'all' } : selectBatches(ticked);
}

/** Begins a filter with one batch; adds it to a filter, or removes it. */
export function pickBatch(
  selection: BatchSelection,
  id: number,
  known: readonly number[],
): BatchSelection {
  return narrowsBatches(selection, known.length)
    ? toggleBatch(selection, id, known)
    : selectBatches([id]);
}

/** Number of selected batches of `total`; all while the filter is off. */
export function selectedCount(selection: BatchSelection, total: number): number {
  return selection.kind === 'some' ? selection.ids.length : total;
}

/** Whether a strict subset of the `total` batches is selected. */
export function narrowsBatches(selection: BatchSelection, total: number | undefined): boolean {
  return selection.kind === 'some' && (total === undefined || selection.ids.length < total);
}

export function hasDates(filters: ProjectFilters): boolean {
  return filters.start !== null || filters.end !== null;
}

/** Filters are active when a strict subset of batches is selected or any date is set. */
export function areActive(filters: ProjectFilters, total: number | undefined): boolean {
  return narrowsBatches(filters.batches, total) || hasDates(filters);
}

export interface OverviewQuery {
  readonly batch_ids?: readonly number[];
  readonly start_date?: string;
  readonly end_date?: string;
  readonly activity_days?: number;
  readonly days?: number;
}

/**
 * The query for the server. Equal selections give equal queries. The length of the timeline is sent
 * under both of its names, and only without a date filter.
 */
export function toQuery(filters: ProjectFilters, total: number | undefined): OverviewQuery {
  const { batches, start, end } = filters;
  return {
    ...(batches.kind === 'some' && narrowsBatches(batches, total) && { batch_ids: batches.ids }),
    ...(start !== null && { start_date: start }),
    ...(end !== null && { end_date: end }),
    ...(!hasDates(filters) && { activity_days: filters.activityDays, days: filters.activityDays }),
  };
}
