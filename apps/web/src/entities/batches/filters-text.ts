import { formatDay, formatDays, plural } from '../../lib/format';
import { narrowsBatches, selectedCount, type ProjectFilters } from './filters';

/** What numbers with these filters are of: 'Nov 17 – 24, 2026, 3 batches'. */
export function filtersText(filters: ProjectFilters, totalBatches: number | undefined): string {
  const { batches } = filters;
  const some = narrowsBatches(batches, totalBatches)
    ? plural(selectedCount(batches, totalBatches ?? 0), 'batch', 'batches')
    : 'all batches';
  return `${daysText(filters)}, ${some}`;
}

/** The days of a filter: 'Nov 17 – 24, 2026', 'all time'. */
export function daysText({ start, end }: Pick<ProjectFilters, 'start' | 'end'>): string {
  if (start !== null && end !== null) return formatDays(start, end);
  if (start !== null) return `days from ${formatDay(start)}`;
  return end === null ? 'all time' : `days to ${formatDay(end)}`;
}
