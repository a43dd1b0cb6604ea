import type { MyReviews } from '@portal/contracts/task-stats';
import { TZDate } from '@date-fns/tz';
import { lastMidnight, nextMidnight } from '@portal/domain/periods';
import { format } from 'date-fns';

const HOUR_MS = 3_600_000;

/** The day around an instant, in the reporting zone. */
export function dayAround(
  now: number,
  zone: string,
): { readonly start: string; readonly end: string } {
  const at = new Date(now);
  return {
    start: lastMidnight(at, zone).toISOString(),
    end: nextMidnight(at, zone).toISOString(),
  };
}

export interface HourOfDay {
  /** '9 AM'; of the hour that a clock change repeats '1 AM (UTC-07:00)' */
  readonly label: string;
  readonly reviews: number;
}

/** Every hour of the day in order; a day of a clock change has 23 or 25. */
export function hoursOf(
  { start, end }: { readonly start: string; readonly end: string },
  hours: MyReviews['hours'],
  zone: string,
): HourOfDay[] {
  const counted = new Map(hours.map(({ hour, reviews }) => [Date.parse(hour), reviews]));
  const first = Date.parse(start);
  const length = Math.ceil((Date.parse(end) - first) / HOUR_MS);
  const all = Array.from({ length }, (_, index) => {
    const at = first + index * HOUR_MS;
    return { at: new TZDate(at, zone), reviews: counted.get(at) ?? 0 };
  });
  const labels = all.map(({ at }) => format(at, 'h a'));
  return all.map(({ at, reviews }, index) => {
    const label = labels[index] ?? '';
    const isTwice = label === labels[index - 1] || label === labels[index + 1];
    return { label: isTwice ? `${label} (UTC${format(at, 'xxx')})` : label, reviews };
  });
}
