import pg from 'pg';

const { builtins } = pg.types;

/**
 * Type parsers of every connection: int8 becomes a number (ids and counts are at most 2^53 - 1), a
 * date stays 'YYYY-MM-DD' text (a day has no time zone). Other types keep the defaults of the
 * driver: numeric as text, timestamptz as Date.
 */
export const pgTypes = ownTypes();

/**
 * The same, but instants are text in the format of `Date.toISOString`. For results of many
 * rows, where creating and formatting each Date takes longer than finding the rows.
 */
export const pgTypesForResponses = ownTypes();
pgTypesForResponses.setTypeParser(builtins.TIMESTAMPTZ, isoInstant);

/** An instant from `pgTypes` or from `pgTypesForResponses`. */
export type Instant = Date | string;

/** The instant in ISO format. */
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
 * Converts a timestamptz to ISO format. Infinity becomes null, since no Date represents it.
 * @param text the output of PostgreSQL; fast in UTC, the time zone of the portal's connections if
 *   the database URL sets no options
 * @throws {RangeError} if the text is not an instant
 */
export function isoInstant(text: string): string | null {
  if (text.endsWith('infinity')) return null;
  // By position, much faster than a regular expression: `2026-03-01 12:00:00.123456+00`.
  if (text[10] !== ' ' || !text.endsWith('+00')) return isoOfDate(text);
  const milliseconds = text.slice(20, -3).slice(0, 3).padEnd(3, '0');
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${milliseconds}Z`;
}

/** Uses the parser of the driver, for any zone and any year. */
function isoOfDate(text: string): string {
  const parse: unknown = pg.types.getTypeParser(builtins.TIMESTAMPTZ);
  const date: unknown = typeof parse === 'function' ? Reflect.apply(parse, null, [text]) : null;
  if (!(date instanceof Date)) throw new RangeError(`${text} is no instant`);
  return date.toISOString();
}

/** @throws {RangeError} if a number cannot represent the value exactly */
function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 ${text} exceeds 2^53 - 1`);
  return value;
}
