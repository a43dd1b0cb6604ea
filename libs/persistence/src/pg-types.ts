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

/**
 * Null for infinity, of which no Date has a text either.
 * @param text as PostgreSQL writes a timestamptz; fast in UTC, by which the portal's connections run
 *   unless the address of the database sets options of its own
 * @throws {RangeError} when it is another text
 */
export function isoInstant(text: string): string | null {
  if (text.endsWith('infinity')) return null;
  // By position, which takes a fraction of what a pattern does: `2026-03-01 12:00:00.123456+00`.
  if (text[10] !== ' ' || !text.endsWith('+00')) return isoOfDate(text);
  const milliseconds = text.slice(20, -3).slice(0, 3).padEnd(3, '0');
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${milliseconds}Z`;
}

/** By the driver's own reading, of any zone and any year. */
function isoOfDate(text: string): string {
  const parse: unknown = pg.types.getTypeParser(builtins.TIMESTAMPTZ);
  const date: unknown = typeof parse === 'function' ? Reflect.apply(parse, null, [text]) : null;
  if (!(date instanceof Date)) throw new RangeError(`${text} is no instant`);
  return date.toISOString();
}

/** Throws a RangeError rather than hand out a number that lost digits. */
function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 ${text} exceeds 2^53 - 1`);
  return value;
}
