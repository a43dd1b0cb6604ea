import { TZDate } from '@date-fns/tz';
import { addDays } from 'date-fns/addDays';
import { addMonths } from 'date-fns/addMonths';
import { eachDayOfInterval } from 'date-fns/eachDayOfInterval';
import { format } from 'date-fns/format';
import { lastDayOfMonth } from 'date-fns/lastDayOfMonth';
import { parseISO } from 'date-fns/parseISO';
import { startOfDay } from 'date-fns/startOfDay';
import { startOfMonth } from 'date-fns/startOfMonth';
import { startOfWeek } from 'date-fns/startOfWeek';

const DAY = 'yyyy-MM-dd';

/** The calendar day of an instant in an IANA time zone, YYYY-MM-DD. */
export function dayOf(instant: Date, zone: string): string {
  return format(new TZDate(instant.getTime(), zone), DAY);
}

/** The instant at which the next calendar day begins in the zone. */
export function nextMidnight(now: Date, zone: string): Date {
  return new Date(startOfDay(addDays(new TZDate(now.getTime(), zone), 1)).getTime());
}

/** The instant at which the calendar day of `now` began in the zone. */
export function lastMidnight(now: Date, zone: string): Date {
  return new Date(startOfDay(new TZDate(now.getTime(), zone)).getTime());
}

/** Periods that a user can choose by name. */
export const NAMED_PERIODS = ['this_week', 'last_week', 'this_month', 'last_month'] as const;
export type NamedPeriod = (typeof NAMED_PERIODS)[number];

/** Calendar days, YYYY-MM-DD; both are included. */
export interface Days {
  readonly first: string;
  readonly last: string;
}

/** The days of a named period around `today` (YYYY-MM-DD). Weeks start on Monday. */
export function daysOf(period: NamedPeriod, today: string): Days {
  const now = parseISO(today);
  if (period === 'this_week') return weekOf(now);
  if (period === 'last_week') return weekOf(addDays(now, -7));
  return monthOf(period === 'this_month' ? now : addMonths(now, -1));
}

/** The instants at which the days begin and have ended in an IANA time zone. */
export function instantsOf({ first, last }: Days, zone: string): { start: Date; end: Date } {
  return { start: midnight(first, zone), end: nextMidnight(midnight(last, zone), zone) };
}

/** The day so many days before another one. */
export function daysBefore(day: string, days: number): string {
  return format(addDays(parseISO(day), -days), DAY);
}

/** Every day from the first to the last. */
export function eachDay({ first, last }: Days): string[] {
  return eachDayOfInterval({ start: parseISO(first), end: parseISO(last) }).map((day) =>
    format(day, DAY),
  );
}

function weekOf(day: Date): Days {
  const monday = startOfWeek(day, { weekStartsOn: 1 });
  return { first: format(monday, DAY), last: format(addDays(monday, 6), DAY) };
}

function monthOf(day: Date): Days {
  return { first: format(startOfMonth(day), DAY), last: format(lastDayOfMonth(day), DAY) };
}

/** Noon exists on every day, midnight does not. */
function midnight(day: string, zone: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(startOfDay(TZDate.tz(zone, year, month - 1, date, 12)).getTime());
}
