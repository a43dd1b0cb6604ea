import { STAT_PARAMETERS, type StatParameter } from '@portal/contracts/constants';
import type { ParameterValues } from '@portal/contracts/custom-stats';
import { plural } from '../../lib/format';
import {
  narrowsBatches,
  NO_FILTERS,
  type ProjectFilters,
  selectBatches,
  selectedCount,
  toQuery,
} from './filters';
import { daysText } from './filters-text';

export function usesDates(parameters: readonly StatParameter[]): boolean {
  return parameters.includes('start_date') || parameters.includes('end_date');
}

export function usesBatches(parameters: readonly StatParameter[]): boolean {
  return parameters.includes('batch_ids');
}

/** Those of all, each once. */
export function parametersOfAll(
  stats: readonly { readonly parameters: readonly StatParameter[] }[],
): StatParameter[] {
  return STAT_PARAMETERS.filter((name) => stats.some((stat) => stat.parameters.includes(name)));
}

/**
 * The values that these filters give these parameters. Equal filters give equal values.
 * @param total the number of batches of the project; undefined while unknown
 */
export function valuesFor(
  parameters: readonly StatParameter[],
  filters: ProjectFilters,
  total: number | undefined,
): ParameterValues {
  const query = toQuery(filters, total);
  const values = STAT_PARAMETERS.filter((name) => parameters.includes(name)).flatMap((name) =>
    query[name] === undefined ? [] : [[name, query[name]] as const],
  );
  return Object.fromEntries(values);
}

/** The filters that give these values. */
export function filtersOfValues(values: ParameterValues): ProjectFilters {
  return {
    ...NO_FILTERS,
    batches: selectBatches(values.batch_ids ?? []),
    start: values.start_date ?? null,
    end: values.end_date ?? null,
  };
}

/** What numbers with these values are of: 'Nov 17 – 24, 2026, 3 batches'; empty without a filter. */
export function valuesText(
  parameters: readonly StatParameter[],
  filters: ProjectFilters,
  total: number | undefined,
): string {
  const start = parameters.includes('start_date') ? filters.start : null;
  const end = parameters.includes('end_date') ? filters.end : null;
  const { batches } = filters;
  const isNarrowed = usesBatches(parameters) && narrowsBatches(batches, total);
  return [
    ...(start === null && end === null ? [] : [daysText({ start, end })]),
    ...(isNarrowed ? [plural(selectedCount(batches, total ?? 0), 'batch', 'batches')] : []),
  ].join(', ');
}
