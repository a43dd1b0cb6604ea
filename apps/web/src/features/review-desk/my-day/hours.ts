import type { MyReviews } from '@portal/contracts/task-stats';
import { addDays, format, startOfDay } from 'date-fns';

const HOUR_MS = 3_600_000;

/** The user's calendar day around an instant, in the time zone of the browser. */
export function localDay(now: number): { readonly start: string; readonly end: string } {
  const start = startOfDay(now);
  return { start: start.toISOString(), end: startOfDay(addDays(start, 1)).toISOString() };
}

export interface HourOfDay {
  /** '9 AM' */
  readonly label: string;
  readonly reviews: number;
}

/** Every hour of the day in order; a day of a clock change has 23 or 25. */
export function hoursOf(
  { start, end }: { readonly start: string; readonly end: string },
  hours: MyReviews['hours'],
): HourOfDay[] {
  const counted = new Map(hours.map(({ hour, reviews }) => [Date.parse(hour), reviews]));
  const first = Date.parse(start);
  const length = Math.ceil((Date.parse(end) - first) / HOUR_MS);
  return Array.from({ length }, (_, index) => {
    const hour = first + index * HOUR_MS;
    return { label: format(hour, 'h a'), reviews: counted.get(hour) ?? 0 };
  });
}
