import pg from 'pg';

const { builtins } = pg.types;

/**
 * How values of PostgreSQL arrive in JavaScript, for every connection of the portal: int8 as a
 * number (every id and count is at most 2^53 - 1), a date as its 'YYYY-MM-DD' text (a day has no
 * time zone). The driver's own choices stay for the rest: numeric as text, timestamptz as Date.
 */
export const pgTypes = ownTypes();

/**
 * The same, but instants as the text that `Date.toISOString` gives: for answers of many rows, where
 * making a Date of each and a text of that takes longer than finding the rows.
 */
export const pgTypesForAnswers = ownTypes();
pgTypesForAnswers.setTypeParser(builtins.TIMESTAMPTZ, isoInstant);

/** An instant as it arrives: by one of the two. */
export type Instant = Date | string;

/** Its text, whichever it is. */
export function isoOf(instant: Instant): string {
  return typeof instant === 'string' ? instant : instant.toISOString();
}

function ownTypes() {
  const types = new pg.TypeOverrides();
  types.setTypeParser(builtins.INT8, parseInt8);
  types.setTypeParser(builtins.DATE, (text: string) => text);
  return types;
}

const INSTANT = /^(\d{4,6})(-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00( BC)?$/;

/**
 * Null for infinity, of which no Date has a text either.
 * @param text as PostgreSQL writes a timestamptz; fast in UTC, by which the portal's connections run
 *   unless the address of the database sets options of its own
 * @throws {RangeError} when it is another text
 */
export function isoInstant(text: string): string | null {
  if (text.endsWith('infinity')) return null;
  const [, year, day, time, fraction = '', era] = INSTANT.exec(text) ?? [];
  if (year === undefined) return isoOfDate(text);
  const isoYear = year.length === 4 && era === undefined ? year : farYear(Number(year), era);
  return `${isoYear}${day}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}Z`;
}

/** By the driver's own reading, of any zone. */
function isoOfDate(text: string): string {
  const parse: unknown = pg.types.getTypeParser(builtins.TIMESTAMPTZ);
  const date: unknown = typeof parse === 'function' ? Reflect.apply(parse, null, [text]) : null;
  if (!(date instanceof Date)) throw new RangeError(`${text} is no instant`);
  return date.toISOString();
}

/** Before the year 0, which is 1 BC, or after 9999. */
function farYear(year: number, era: string | undefined): string {
  const number = era === undefined ? year : 1 - year;
  if (number === 0) return '0000';
  return `${number < 0 ? '-' : '+'}${String(Math.abs(number)).padStart(6, '0')}`;
}

/** Throws a RangeError rather than hand out a number that lost digits. */
function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 ${text} exceeds 2^53 - 1`);
  return value;
}
