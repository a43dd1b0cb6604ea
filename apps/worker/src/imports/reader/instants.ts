/** A timestamp in COPY's format, or the reason why the text is not valid. */
export type Instant = { readonly text: string } | { readonly reason: string };

const NOT_AN_INSTANT = {
  reason: 'must be a date and time with offset, such as 2026-01-31T09:30:00Z',
};
const NO_SUCH_DATE = { reason: 'is a date or time that does not exist' };
const TOO_EARLY = { reason: 'must not be before 2000-01-01' };
const TOO_LATE = { reason: 'must not be more than a day in the future' };

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const EARLIEST_MS = Date.UTC(2000, 0, 1);
const DAYS_OF_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
/** Days from 1970-01-01 to the first of each month, leap day not counted. */
const DAYS_BEFORE_MONTH = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];
/** PostgreSQL stores microseconds. */
const MAX_FRACTION_DIGITS = 6;
/** The largest offset that PostgreSQL reads; RFC 3339 allows 23:59. */
const MAX_OFFSET_MINUTES = 15 * 60 + 59;

/**
 * Reads an RFC 3339 timestamp with offset. Rows have three timestamps, and a general parser would be
 * the most expensive part of reading them. Fractions beyond microseconds are truncated.
 * @param latestMs latest valid instant, in milliseconds since 1970
 */
export function readInstant(text: string, latestMs: number): Instant {
  if (text.length < 20 || text[4] !== '-' || text[7] !== '-') return NOT_AN_INSTANT;
  if (text[10] !== 'T' || text[13] !== ':' || text[16] !== ':') return NOT_AN_INSTANT;
  const year = digits(text, 0, 4);
  const month = digits(text, 5, 2);
  const day = digits(text, 8, 2);
  const hour = digits(text, 11, 2);
  const minute = digits(text, 14, 2);
  const second = digits(text, 17, 2);
  // A part that is not a number is -1, which makes the bitwise OR negative.
  if ((year | month | day | hour | minute | second) < 0) return NOT_AN_INSTANT;
  if (month < 1 || month > 12 || day < 1 || day > daysOf(month, year)) return NO_SUCH_DATE;
  if (hour > 23 || minute > 59 || second > 59) return NO_SUCH_DATE;

  let zone = 19;
  if (text[zone] === '.') {
    zone++;
    while (isDigit(text.charCodeAt(zone))) zone++;
    if (zone === 20) return NOT_AN_INSTANT;
  }
  const offset = readOffset(text, zone);
  if (offset === undefined) return NOT_AN_INSTANT;

  const wallMs =
    daysSince1970(year, month, day) * DAY_MS + ((hour * 60 + minute) * 60 + second) * 1000;
  const ms = wallMs - offset * MINUTE_MS;
  if (ms < EARLIEST_MS) return TOO_EARLY;
  if (ms > latestMs) return TOO_LATE;
  if (Math.abs(offset) > MAX_OFFSET_MINUTES) {
    return { text: `${new Date(ms).toISOString().slice(0, 19)}${text.slice(19, zone)}Z` };
  }
  const last = Math.min(zone, 20 + MAX_FRACTION_DIGITS);
  return { text: last === zone ? text : text.slice(0, last) + text.slice(zone) };
}

/** Minutes east of UTC; undefined if the rest of the text is not an offset. */
function readOffset(text: string, at: number): number | undefined {
  const sign = text[at];
  if (sign === 'Z') return text.length === at + 1 ? 0 : undefined;
  if ((sign !== '+' && sign !== '-') || text.length !== at + 6 || text[at + 3] !== ':') {
    return undefined;
  }
  const hours = digits(text, at + 1, 2);
  const minutes = digits(text, at + 4, 2);
  if (hours < 0 || minutes < 0 || hours > 23 || minutes > 59) return undefined;
  return (sign === '-' ? -1 : 1) * (hours * 60 + minutes);
}

function digits(text: string, from: number, count: number): number {
  let value = 0;
  for (let at = from; at < from + count; at++) {
    const code = text.charCodeAt(at);
    if (!isDigit(code)) return -1;
    value = value * 10 + code - 48;
  }
  return value;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function daysOf(month: number, year: number): number {
  return month === 2 && isLeap(year) ? 29 : (DAYS_OF_MONTH[month - 1] ?? 0);
}

function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

function daysSince1970(year: number, month: number, day: number): number {
  const past = year - 1;
  const leapDays = Math.floor(past / 4) - Math.floor(past / 100) + Math.floor(past / 400) - 477;
  const leapDay = month > 2 && isLeap(year) ? 1 : 0;
  return (year - 1970) * 365 + leapDays + (DAYS_BEFORE_MONTH[month - 1] ?? 0) + leapDay + day - 1;
}
