import { TZDate } from '@date-fns/tz';
import { daySchema } from '@portal/contracts/scalars';
import { addDays, parseISO } from 'date-fns';
import { z } from 'zod';
import { urlParam } from '../../lib/url-state';
import { presetRange } from '../../ui/date-filter/date-presets';

/** Length of the period if the URL names none, in days. */
const DEFAULT_DAYS = 30;

/** Days, YYYY-MM-DD, both included; null for an open end. */
export interface DayRange {
  readonly start: string | null;
  readonly end: string | null;
}

/** `start` and `end` are days; `range=all` is all time. */
export const PERIOD_PARAMS = {
  start: urlParam(daySchema, null),
  end: urlParam(daySchema, null),
  range: urlParam(z.enum(['all']), null),
};

/** The days of the URL: by default the last 30; a reversed range counts as absent. */
export function rangeOf(
  url: { start: string | null; end: string | null; range: 'all' | null },
  today: string,
): DayRange {
  const { start, end, range } = url;
  const reversed = start !== null && end !== null && start > end;
  if (range === 'all') return { start: null, end: null };
  if (reversed || (start === null && end === null)) return presetRange(DEFAULT_DAYS, today);
  return { start, end };
}

/** The URL of a chosen range. */
export function urlOfRange({ start, end }: DayRange) {
  return { start, end, range: start === null && end === null ? ('all' as const) : null };
}

/** The instants of the days in the reporting time zone; the end is excluded. */
export function instantsOf({ start, end }: DayRange, zone: string) {
  return {
    ...(start !== null && { start_datetime: midnight(parseISO(start), zone) }),
    ...(end !== null && { end_datetime: midnight(addDays(parseISO(end), 1), zone) }),
  };
}

function midnight(day: Date, zone: string): string {
  const there = new TZDate(day.getFullYear(), day.getMonth(), day.getDate(), zone);
  return new Date(there.getTime()).toISOString();
}
