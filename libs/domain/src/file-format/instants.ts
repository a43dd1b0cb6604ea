import type { InstantForm } from '@portal/contracts/file-formats';
import { withOffset } from '@portal/contracts/reporting-zone';

/** Examples of the forms, for those who choose one and for reasons of errors. */
export const INSTANT_EXAMPLES: Readonly<Record<InstantForm, string>> = {
  'year-first': '2026-01-31 09:30',
  'day-first': '31.01.2026 09:30',
  'month-first': '1/31/2026 9:30 AM',
  'epoch-seconds': '1769851800',
  'epoch-milliseconds': '1769851800000',
};

const TIME = String.raw`(?:[T ,]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?`;
const REST = String.raw`\s*([AaPp]\.?[Mm]\.?)?\s*(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?$`;
const SEPARATOR = String.raw`[-/. ]`;
const NUMBERS = new RegExp(
  String.raw`^(\d{1,4})${SEPARATOR}(\d{1,2})${SEPARATOR}(\d{1,4})${TIME}${REST}`,
);
/** 31 Jan 2026, 31/Jan/26, Jan 31, 2026 */
const DAY_NAME = new RegExp(
  String.raw`^(\d{1,2})${SEPARATOR}([A-Za-z]{3,9})\.?,?${SEPARATOR}(\d{2,4})${TIME}${REST}`,
);
const NAME_DAY = new RegExp(String.raw`^([A-Za-z]{3,9})\.? (\d{1,2}),? (\d{4})${TIME}${REST}`);
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** As files of the portal have it; read as it is. */
const EXACT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;
const EPOCH = /^(\d{1,16})(?:[.,](\d{1,9}))?$/;

/** Where the parts of a date are, in the groups of a match. */
const ORDERS = {
  'year-first': [1, 2, 3],
  'day-first': [3, 2, 1],
  'month-first': [3, 1, 2],
} as const satisfies Partial<
  Record<InstantForm, readonly [year: number, month: number, day: number]>
>;

/**
 * Returns a function that turns the text of an instant into RFC 3339 with offset; undefined if it has not the form.
 * A date that does not exist is turned like any other, so that the rule of the field names it.
 * @param zone IANA time zone of texts without an offset
 */
export function instantReader(
  form: InstantForm,
  zone: string,
): (text: string) => string | undefined {
  if (form === 'epoch-seconds' || form === 'epoch-milliseconds') {
    return (text) => ofEpoch(text, form === 'epoch-seconds' ? 0 : 3);
  }
  const offsetAt = offsetsIn(zone);
  return (text) => {
    if (text.charAt(10) === 'T' && EXACT.test(text)) return text;
    const wall = wallClock(text, form);
    return wall && wall.clock + wall.fraction + (wall.offset ?? offsetAt(wall.clock));
  };
}

interface WallClock {
  /** '2026-01-31T09:30:00' */
  readonly clock: string;
  /** '.25', or '' */
  readonly fraction: string;
  readonly offset: string | undefined;
}

function wallClock(text: string, form: keyof typeof ORDERS): WallClock | undefined {
  const parts = NUMBERS.exec(text);
  if (parts) {
    const [year, month, day] = ORDERS[form];
    return clockOf(parts, parts[year], Number(parts[month]), parts[day]);
  }
  const named = form === 'year-first' ? null : DAY_NAME.exec(text);
  if (named) return clockOf(named, named[3], monthOf(named[2]), named[1]);
  const first = form === 'year-first' ? null : NAME_DAY.exec(text);
  return first ? clockOf(first, first[3], monthOf(first[1]), first[2]) : undefined;
}

/** 0 if the text is no month. */
function monthOf(name = ''): number {
  return MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;
}

function clockOf(
  parts: RegExpExecArray,
  year = '',
  month: number,
  day = '',
): WallClock | undefined {
  const [, , , , hours = '0', minutes = '00', seconds = '00', fraction, half, offset] = parts;
  const isShort = year.length === 2;
  if ((year.length !== 4 && !isShort) || day.length > 2 || month === 0) return undefined;
  const hour = hourOf(Number(hours), half);
  if (hour === undefined) return undefined;
  const date = `${isShort ? `20${year}` : year}-${two(month)}-${two(Number(day))}`;
  return {
    clock: `${date}T${two(hour)}:${minutes}:${seconds}`,
    fraction: fraction === undefined ? '' : `.${fraction}`,
    offset: offset === undefined ? undefined : offsetOf(offset),
  };
}

function hourOf(hours: number, half: string | undefined): number | undefined {
  if (half === undefined) return hours;
  if (hours < 1 || hours > 12) return undefined;
  return (hours % 12) + (/^p/i.test(half) ? 12 : 0);
}

function offsetOf(offset: string): string {
  if (!/^[+-]/.test(offset)) return 'Z';
  const minutes = offset.length > 3 ? offset.slice(-2) : '00';
  return `${offset.slice(0, 3)}:${minutes}`;
}

const two = (value: number): string => String(value).padStart(2, '0');

const MOST_HOURS = 50_000;

/**
 * The offset of a zone at a wall clock. A file has many instants in few hours, and asking for an offset takes long.
 */
function offsetsIn(zone: string): (clock: string) => string {
  const ofHours = new Map<string, string | undefined>();
  const exact = (clock: string): string => withOffset(clock, zone).slice(clock.length);
  return (clock) => {
    // Nothing to look up: the rule of the field says what is wrong.
    if (Number.isNaN(Date.parse(`${clock}Z`))) return 'Z';
    const hour = clock.slice(0, 13);
    if (!ofHours.has(hour)) {
      if (ofHours.size >= MOST_HOURS) ofHours.clear();
      const offset = exact(`${hour}:00:00`);
      // Undefined in an hour within which it changes.
      ofHours.set(hour, offset === exact(`${hour}:59:59`) ? offset : undefined);
    }
    return ofHours.get(hour) ?? exact(clock);
  };
}

/** @param digits how many of the number stand behind the seconds */
function ofEpoch(text: string, digits: 0 | 3): string | undefined {
  const [match, whole = '', fraction = ''] = EPOCH.exec(text) ?? [];
  if (match === undefined) return undefined;
  const padded = whole.padStart(digits + 1, '0');
  const seconds = Number(digits === 0 ? padded : padded.slice(0, -digits));
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime()) || date.getUTCFullYear() > 9999) return undefined;
  const part = (digits === 0 ? '' : padded.slice(-digits)) + fraction;
  return `${date.toISOString().slice(0, 19)}${/[1-9]/.test(part) ? `.${part}` : ''}Z`;
}
