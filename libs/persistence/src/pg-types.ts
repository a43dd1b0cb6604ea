import pg from 'pg';

const { builtins } = pg.types;

/**
 * Type parsers of every connection: int8 becomes a number (ids and counts are at most 2^53 - 1), a
 * date stays 'YYYY-MM-DD' text (a day has no time zone), and an instant becomes ISO text, because a
 * Date cuts microseconds off. Other types keep the defaults of the driver: numeric as text.
 */
export const pgTypes = new pg.TypeOverrides();
pgTypes.setTypeParser(builtins.INT8, parseInt8);
pgTypes.setTypeParser(builtins.DATE, (text: string) => text);
pgTypes.setTypeParser(builtins.TIMESTAMPTZ, isoInstant);

/**
 * Converts a timestamptz to ISO format, with milliseconds, or with microseconds if it has a part of a
 * millisecond. Infinity becomes null.
 * @param text the output of PostgreSQL; fast in UTC, the time zone of the portal's connections if
 *   the database URL sets no options
 * @throws {RangeError} if the text is not an instant
 */
export function isoInstant(text: string): string | null {
  if (text.endsWith('infinity')) return null;
  // By position, much faster than a regular expression: `2026-03-01 12:00:00.123456+00`.
  if (text[10] !== ' ' || !text.endsWith('+00')) return isoOfDate(text);
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fractionOf(text.slice(20, -3))}Z`;
}

/** @param digits as PostgreSQL writes them: at most six, without trailing zeros */
function fractionOf(digits: string): string {
  return digits.padEnd(digits.length > 3 ? 6 : 3, '0');
}

/** Uses the parser of the driver, for any zone and any year. */
function isoOfDate(text: string): string {
  const parse: unknown = pg.types.getTypeParser(builtins.TIMESTAMPTZ);
  const date: unknown = typeof parse === 'function' ? Reflect.apply(parse, null, [text]) : null;
  if (!(date instanceof Date)) throw new RangeError(`${text} is no instant`);
  const [, digits = ''] = /\.(\d+)/.exec(text) ?? [];
  return `${date.toISOString().slice(0, -4)}${fractionOf(digits)}Z`;
}

/** @throws {RangeError} if a number cannot represent the value exactly */
function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 ${text} exceeds 2^53 - 1`);
  return value;
}
