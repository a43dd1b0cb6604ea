import { TZDate } from '@date-fns/tz';
import { addDays, format, startOfDay } from 'date-fns';

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
