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
  const steps = column.split('.');
  if (steps.length === 1) return (row) => memberOf(row, column);
  return (row) => {
    let value = memberOf(row, column);
    if (value !== undefined) return value;
    value = row;
    for (const step of steps) value = memberOf(value, step);
    return value;
  };
}

function memberOf(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return Reflect.get(value, key) as unknown;
}
