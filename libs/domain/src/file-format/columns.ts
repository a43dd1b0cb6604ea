/** One row of a file: the cells of a line, or an object of JSON. */
export type RawRow = readonly string[] | Readonly<Record<string, unknown>>;
/** Returns what a row has in a column; undefined if it has nothing there. */
export type ColumnReader = (row: RawRow) => unknown;

/** Headers are compared without case and blanks around them. */
export function plainHeader(header: string): string {
  return header.trim().toLowerCase();
}

/**
 * The reader of a column: of a cell by its header, or of a value by its key in an object or by the path to it, in
 * which digits count the elements of a list from 0.
 * @param headers of a CSV file; undefined for objects
 * @returns undefined if the file has no column of this name
 */
export function columnReader(
  column: string,
  headers: readonly string[] | undefined,
): ColumnReader | undefined {
  if (headers === undefined) return memberReader(column);
  const plain = plainHeader(column);
  const at = headers.findIndex((header) => plainHeader(header) === plain);
  return at === -1 ? undefined : (row) => (Array.isArray(row) ? (row[at] as unknown) : undefined);
}

function memberReader(column: string): ColumnReader {
  const whole = memberOf(column);
  const steps = column.split('.').map(memberOf);
  if (steps.length === 1) return whole;
  return (row) => {
    const value = whole(row);
    return value === undefined ? steps.reduce<unknown>((part, step) => step(part), row) : value;
  };
}

/** Every row is asked for each column, and whether a member is an object's own takes longer than to read it. */
function memberOf(key: string): (value: unknown) => unknown {
  if (key in Object.prototype || key in Array.prototype) {
    return (value) => (isHolder(value) && Object.hasOwn(value, key) ? value[key] : undefined);
  }
  return (value) => (isHolder(value) ? value[key] : undefined);
}

function isHolder(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
