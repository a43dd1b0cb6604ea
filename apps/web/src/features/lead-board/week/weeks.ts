import { addDays, format, parseISO, startOfWeek } from 'date-fns';

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

/** The days between two dates as text: 'Nov 23 – 29, 2026' or 'Nov 30 – Dec 6, 2026'. */
export function formatWeek(start: string, end: string = sundayOf(start)): string {
  const [from, to] = [parseISO(start), parseISO(end)];
  if (from.getFullYear() !== to.getFullYear()) {
    return `${format(from, 'MMM d, yyyy')} – ${format(to, 'MMM d, yyyy')}`;
  }
  const sameMonth = from.getMonth() === to.getMonth();
  return `${format(from, 'MMM d')} – ${format(to, sameMonth ? 'd, yyyy' : 'MMM d, yyyy')}`;
}

/** How a week is named relative to the current one; null for a week further away. */
export function relativeWeek(monday: string, thisWeek: string): string | null {
  if (monday === thisWeek) return 'This week';
  if (monday === weeksFrom(thisWeek, -1)) return 'Last week';
  return monday === weeksFrom(thisWeek, 1) ? 'Next week' : null;
}
