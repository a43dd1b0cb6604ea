import pg from 'pg';

const { builtins } = pg.types;

/**
 * How values of PostgreSQL arrive in JavaScript, for every connection of the portal: int8 as a
 * number (every id and count is at most 2^53 - 1), a date as its 'YYYY-MM-DD' text (a day has no
 * time zone). The driver's own choices stay for the rest: numeric as text, timestamptz as Date.
 */
export const pgTypes = new pg.TypeOverrides();
pgTypes.setTypeParser(builtins.INT8, parseInt8);
pgTypes.setTypeParser(builtins.DATE, (text: string) => text);

/** Throws a RangeError rather than hand out a number that lost digits. */
function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 ${text} exceeds 2^53 - 1`);
  return value;
}
