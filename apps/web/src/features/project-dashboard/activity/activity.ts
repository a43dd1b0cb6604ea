import type { ActivityEntry } from '@portal/contracts/dashboard';
import { addDays, differenceInCalendarDays, format, parseISO } from 'date-fns';
import type { ProjectFilters } from '../../../entities/batches/filters';
import { formatDay, formatDays } from '../../../lib/format';

/** Maximum number of days in the activity table. */
const TABLE_DAYS = 30;
/** Maximum length of the timeline; a longer range loses its oldest days. */
const CHART_DAYS = 3700;

export interface ActivityRow {
  readonly date: string;
  readonly completed: number;
  readonly reviewed: number;
  readonly inProgress: number;
  readonly total: number;
}

/** The newest days with activity, newest first, at most 30. */
export function activityRows(entries: readonly ActivityEntry[]): ActivityRow[] {
  return [...entries]
    .sort((a, b) => b.date.localeCompare(a.date))
    .slice(0, TABLE_DAYS)
    .map(toRow);
}

/** The sum of rows. */
export function activityTotal(rows: readonly ActivityRow[]): Omit<ActivityRow, 'date'> {
  return rows.reduce(
    (sum, row) => ({
      completed: sum.completed + row.completed,
      reviewed: sum.reviewed + row.reviewed,
      inProgress: sum.inProgress + row.inProgress,
      total: sum.total + row.total,
    }),
    { completed: 0, reviewed: 0, inProgress: 0, total: 0 },
  );
}

/** Every day of the period in order; zeros for days without activity. */
export function activityDays(
  entries: readonly ActivityEntry[],
  filters: ProjectFilters,
  today: string,
): ActivityRow[] {
  const byDay = new Map(entries.map((entry) => [entry.date, entry]));
  const last = latest(
    filters.end ?? today,
    filters.end === null ? entries.at(-1)?.date : undefined,
  );
  const first = firstDay(entries, filters, last);
  const days = Math.min(CHART_DAYS, differenceInCalendarDays(parseISO(last), parseISO(first)) + 1);
  return Array.from({ length: Math.max(0, days) }, (_, index) => {
    const date = format(addDays(parseISO(last), index + 1 - days), 'yyyy-MM-dd');
    return toRow(
      byDay.get(date) ?? {
        date,
        completed_tasks: 0,
        reviews_submitted: 0,
        tasks_in_progress: 0,
      },
    );
  });
}

/** The period of the activity card as text. */
export function periodLabel(filters: ProjectFilters): string {
  const { start, end, activityDays: days } = filters;
  if (start !== null && end !== null) return formatDays(start, end);
  if (start !== null) return `Since ${formatDay(start)}`;
  return end === null ? `Last ${days} days` : `Until ${formatDay(end)}`;
}

function firstDay(
  entries: readonly ActivityEntry[],
  filters: ProjectFilters,
  last: string,
): string {
  if (filters.start !== null) return filters.start;
  if (filters.end !== null) return entries[0]?.date ?? last;
  return format(addDays(parseISO(last), 1 - filters.activityDays), 'yyyy-MM-dd');
}

function latest(a: string, b: string | undefined): string {
  return b !== undefined && b > a ? b : a;
}

function toRow(entry: ActivityEntry): ActivityRow {
  const { completed_tasks: completed, reviews_submitted: reviewed } = entry;
  const inProgress = entry.tasks_in_progress;
  return {
    date: entry.date,
    completed,
    reviewed,
    inProgress,
    total: completed + reviewed + inProgress,
  };
}
