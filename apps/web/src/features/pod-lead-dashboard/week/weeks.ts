import { addDays, format, getISOWeek, parseISO, startOfWeek } from 'date-fns';
import { formatDays } from '../../../lib/format';

const DAY = 'yyyy-MM-dd';

/** The Monday of a day's week; days are YYYY-MM-DD. */
export function mondayOf(day: string): string {
  return format(startOfWeek(parseISO(day), { weekStartsOn: 1 }), DAY);
}

/** The Monday some weeks later, or earlier. */
export function weeksFrom(monday: string, weeks: number): string {
  return format(addDays(parseISO(monday), 7 * weeks), DAY);
}

/** The Sunday of a week. */
export function sundayOf(monday: string): string {
  return format(addDays(parseISO(monday), 6), DAY);
}

/** The days of a week as text: 'Nov 23 – 29, 2026'. */
export function formatWeek(monday: string): string {
  return formatDays(monday, sundayOf(monday));
}

/** The ISO number of a week: 'W48'. */
export function weekNumber(monday: string): string {
  return `W${getISOWeek(parseISO(monday))}`;
}

/** How a week is named relative to the current one; null for a week further away. */
export function relativeWeek(monday: string, thisWeek: string): string | null {
  if (monday === thisWeek) return 'This week';
  if (monday === weeksFrom(thisWeek, -1)) return 'Last week';
  return monday === weeksFrom(thisWeek, 1) ? 'Next week' : null;
}
