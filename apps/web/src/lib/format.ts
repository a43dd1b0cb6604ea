import { TZDate } from '@date-fns/tz';
import { format, formatDistanceStrict, parseISO } from 'date-fns';
import { DEFAULT_REPORTING_TIME_ZONE } from '@portal/contracts/constants';
import { inZone } from '@portal/domain/zones';
import { inUserZone } from './user-zone';

// Chromium without a language says 'en-US@posix', which Intl refuses.
/** The language of the browser, with the calendar and the digits of all inputs, files and addresses. */
export const locale = new Intl.Locale(navigator.language.replace(/@.*/, ''), {
  calendar: 'gregory',
  numberingSystem: 'latn',
}).toString();
const ONE_DECIMAL = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
const decimal = new Intl.NumberFormat(locale, ONE_DECIMAL);
const percentage = new Intl.NumberFormat(locale, {
  style: 'unit',
  unit: 'percent',
  ...ONE_DECIMAL,
});
const plainPercentage = new Intl.NumberFormat(locale, {
  style: 'unit',
  unit: 'percent',
  maximumFractionDigits: 2,
});
const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 2 });
const shortDay = dateFormat({ month: 'short', day: '2-digit', year: 'numeric' });
const monthDay = dateFormat({ month: 'short', day: 'numeric' });
const weekday = dateFormat({ weekday: 'short' });
const weekdayAndDay = dateFormat({ weekday: 'short', month: 'short', day: 'numeric' });
const dateAndTime = dateFormat({ dateStyle: 'medium', timeStyle: 'short' });
const time = dateFormat({ timeStyle: 'medium' });
const range = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
const BYTE_UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

/** 1234567 → '1,234,567', or '1.234.567' in a German browser. */
export function formatCount(value: number): string {
  return whole.format(value);
}

/** A number to one decimal: 12.345 → '12.3' */
export function formatDecimal(value: number): string {
  return decimal.format(value);
}

/** A decimal text with separators and all of its digits; any other text as it is. */
export function formatExact(text: string): string {
  const [, sign, digits, fraction] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (digits === undefined) return text;
  const point = decimal.formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.';
  return `${sign}${whole.format(BigInt(digits))}${fraction === undefined ? '' : point + fraction}`;
}

/** A total: exact, or rounded to two digits if it is an estimate: 60001 → 'about 60,000'. */
export function formatTotal(total: number, isEstimate: boolean): string {
  if (!isEstimate) return formatCount(total);
  return `about ${formatCount(Number(total.toPrecision(2)))}`;
}

/** A number in short: 1234567 → '1.23M' */
export function formatCompact(value: number): string {
  return compact.format(value);
}

/** A count with its noun: '1 task', '2 tasks'. */
export function plural(value: number, one: string, many: string): string {
  return `${formatCount(value)} ${value === 1 ? one : many}`;
}

/** A percentage to one decimal: 66.666 → '66.7%'. */
export function formatPercent(percent: number): string {
  return percentage.format(percent);
}

/** A percentage with the decimals that it has, at most two: 10 → '10%', 0.25 → '0.25%'. */
export function formatPlainPercent(percent: number): string {
  return plainPercentage.format(percent);
}

/** Bytes in units of 1000, at most three digits: 104857600 → '105 MB'. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < BYTE_UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const digits = unit === 0 || value >= 99.5 ? whole : decimal;
  return `${digits.format(value)} ${BYTE_UNITS[unit]}`;
}

/** A duration in seconds: 75 → '1 min 15 s'. */
export function formatDuration(seconds: number): string {
  const total = Math.max(0, Math.round(seconds));
  const hours = Math.floor(total / 3600);
  const minutes = Math.floor((total % 3600) / 60);
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${total % 60} s` : `${total} s`;
}

/** Minutes as hours and minutes: 85 → '1h 25m', 25 → '25 min'. */
export function formatHandlingTime(minutes: number): string {
  const total = Math.round(minutes);
  if (total < 60) return `${total} min`;
  return `${formatCount(Math.floor(total / 60))}h ${total % 60}m`;
}

/** A day, YYYY-MM-DD: 'Jan 05, 2026', or '05. Jan. 2026' in a German browser. */
export function formatDay(day: string): string {
  return shortDay(parseISO(day));
}

/** The day of an instant in the user's time zone, as `formatDay`. */
export function formatDayOf(instant: string): string {
  return shortDay(inUserZone(instant));
}

/** The day of an instant in the user's time zone, as 'Jan 05, 2026' in every browser. */
export function formatBatchDay(instant: string): string {
  return format(inUserZone(instant), 'MMM dd, yyyy');
}

/** A day without its year: 'Jan 5'. */
export function formatMonthDay(day: string): string {
  return monthDay(parseISO(day));
}

/** The weekday of a day: 'Mon'. */
export function formatWeekday(day: string): string {
  return weekday(parseISO(day));
}

/** A day with its weekday: 'Mon, Jan 5'. */
export function formatWeekdayOf(day: string | Date): string {
  return weekdayAndDay(typeof day === 'string' ? parseISO(day) : day);
}

/** Days from first to last: 'Nov 23 – 29, 2026', 'Nov 30 – Dec 6, 2026', or one day 'Nov 23, 2026'. */
export function formatDays(first: string, last: string): string {
  return plainBlanks(range.formatRange(asUtc(parseISO(first)), asUtc(parseISO(last))));
}

/** An instant as 'Jan 5, 2026, 3:04 PM' in a time zone. */
export function formatInstantIn(instant: string, zone: string): string {
  return dateAndTime(inZone(Date.parse(instant), zone));
}

/** An instant as 'Jan 5, 2026, 3:04 PM' in the user's time zone. */
export function formatInstant(instant: string): string {
  return dateAndTime(inUserZone(instant));
}

/** The time of a date: '3:04:05 PM'. */
export function formatTime(at: Date): string {
  return time(at);
}

/** An instant as short US date and time in Los Angeles: '01/05/26, 3:04 PM'. */
export function formatSyncInstant(instant: string): string {
  return format(new TZDate(instant, DEFAULT_REPORTING_TIME_ZONE), 'MM/dd/yy, h:mm a');
}

/** A time zone in words: 'America/Los_Angeles' → 'Los Angeles time', 'UTC' as it is. */
export function formatZone(zone: string): string {
  const [area, ...places] = zone.split('/');
  const place = places.at(-1);
  return place === undefined || area === 'Etc' ? zone : `${place.replaceAll('_', ' ')} time`;
}

/** Age of an instant: '3 minutes ago'; 'just now' up to ten seconds. */
export function formatRelative(instant: string, now: number): string {
  // Clocks differ: an instant from the server is never in the future.
  const then = Math.min(Date.parse(instant), now);
  if (now - then < 10_000) return 'just now';
  return formatDistanceStrict(then, now, { addSuffix: true });
}

/** A format of the fields of a date, which can be those of another time zone. */
function dateFormat(options: Intl.DateTimeFormatOptions): (at: Date) => string {
  const utc = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
  return (at) => plainBlanks(utc.format(asUtc(at)));
}

/** The fields of a date as an instant of UTC, where no hour is missing. */
function asUtc(at: Date): number {
  return Date.UTC(
    ...([at.getFullYear(), at.getMonth(), at.getDate()] as const),
    ...([at.getHours(), at.getMinutes(), at.getSeconds()] as const),
  );
}

/** The narrow blanks of Intl, which differ between browsers, as blanks that a search finds. */
function plainBlanks(text: string): string {
  return text.replaceAll(/[\u2009\u202f]/g, ' ');
}
