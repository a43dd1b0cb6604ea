/**
 * The message to show for a PostgreSQL error on the data of a query. PostgreSQL's messages quote
 * values of rows, so users see these messages instead. A failed cast also names its type, which
 * PostgreSQL writes before the value.
 * @param message PostgreSQL's message; only the name of a type is taken from it
 */
export function dataErrorMessage(sqlState: string, message: string): string {
  if (sqlState === '22P02' || sqlState === '22007') {
    const type = /^(?:invalid input syntax for type ([a-z ]+)|malformed ([a-z]+) literal)(?::|$)/
      .exec(message)
      ?.slice(1)
      .find((name) => name !== undefined);
    if (type !== undefined && TYPE_NAMES.has(type)) return `A value is not a valid ${type}`;
  }
  return (
    MESSAGES.get(sqlState) ??
    CLASS_MESSAGES.get(sqlState.slice(0, 2)) ??
    'The query failed on its data'
  );
}

/** Names of types in PostgreSQL's messages. */
const TYPE_NAMES: ReadonlySet<string> = new Set([
  ...['smallint', 'integer', 'bigint', 'numeric', 'real', 'double precision', 'money'],
  ...['boolean', 'uuid', 'json', 'jsonpath', 'bytea', 'bit', 'array', 'range', 'multirange'],
  ...['date', 'time', 'time with time zone', 'timestamp', 'timestamp with time zone', 'interval'],
]);

const MESSAGES: ReadonlyMap<string, string> = new Map([
  ['21000', 'A subquery returned more than one row where one value was expected'],
  ['22001', 'A text is longer than its type allows'],
  ['22003', 'A number is out of the range of its type'],
  ['22004', 'A value is null where null is not allowed'],
  ['22007', 'A text is not a valid date or time in the expected format'],
  ['22008', 'A date, time or interval is out of range'],
  ['22009', 'A time zone offset is out of range'],
  ['22011', 'A substring has a negative length'],
  ['22012', 'Division by zero'],
  ['22013', 'A window frame has a negative or null offset'],
  ['22014', 'The argument of ntile must be greater than zero'],
  ['22015', 'An interval is out of range'],
  ['22016', 'The argument of nth_value must be greater than zero'],
  ['22019', 'An escape character is not valid'],
  ['22021', 'A text contains bytes that are not valid characters'],
  ['22023', 'An argument of a function is not a value that it accepts'],
  ['22025', 'An escape sequence is not valid'],
  ['22026', 'A bit string has the wrong length'],
  ['22030', 'A JSON object has the same key twice'],
  ['22032', 'A text is not valid JSON'],
  ['22033', 'A JSON subscript is not valid'],
  ['22034', 'A JSON path returned more than one item where one was expected'],
  ['22035', 'A JSON path returned no item where one was expected'],
  ['22P02', 'A text is not a valid value of the type it is cast to'],
  ['2201B', 'A regular expression is not valid'],
  ['2201E', 'The argument of a logarithm is zero or negative'],
  ['2201F', 'The result of a power is not a real number'],
  ['2201G', 'An argument of width_bucket is not valid'],
  ['2201W', 'LIMIT must not be negative'],
  ['2201X', 'OFFSET must not be negative'],
  ['2202E', 'An array has the wrong number of dimensions or subscripts'],
  ['2203A', 'A JSON path names a key that an object does not have'],
  ['42601', 'A format or path in the data is not valid'],
  ['53200', 'The query needs more memory than it may use'],
  ['53400', 'The query needs more temporary files than it may use'],
]);

const CLASS_MESSAGES: ReadonlyMap<string, string> = new Map([
  ['22', 'A value in the data is not valid for the operation on it'],
  ['23', 'A value in the data violates a constraint'],
  ['53', 'The query needs more resources than the database has'],
  ['54', 'The query exceeds a limit of the database'],
]);
