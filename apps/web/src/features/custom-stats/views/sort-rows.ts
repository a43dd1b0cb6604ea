import { compareNumbers } from '@portal/domain/exact-numbers';
import { isNumeric } from '@portal/domain/numeric-types';
import { cellText } from './cell-text';

/** A column and its direction. */
export interface RowOrder {
  /** The position of the column; names can repeat. */
  readonly at: number;
  readonly desc: boolean;
}

/** The order after a click on a header: ascending, descending, as sent. */
export function nextOrder(order: RowOrder | null, at: number): RowOrder | null {
  if (order?.at !== at) return { at, desc: false };
  return order.desc ? null : { at, desc: true };
}

/**
 * The rows by the values of a column, those without a value last. Rows with the same value stay as
 * they were.
 * @param type PostgreSQL type of the column
 */
export function sortRows<Row extends readonly unknown[]>(
  rows: readonly Row[],
  { at, desc }: RowOrder,
  type: string,
): Row[] {
  const compare = comparison(type);
  return rows
    .map((row) => ({ row, text: isNull(row[at]) ? null : cellText(row[at]) }))
    .toSorted((a, b) => {
      if (a.text === null || b.text === null)
        return Number(a.text === null) - Number(b.text === null);
      return desc ? compare(b.text, a.text) : compare(a.text, b.text);
    })
    .map(({ row }) => row);
}

function isNull(cell: unknown): boolean {
  return cell === null || cell === undefined;
}

/** Numbers within texts are sorted by value. */
const texts = new Intl.Collator('en', { numeric: true });

function comparison(type: string): (one: string, other: string) => number {
  if (isNumeric(type)) return compareNumeric;
  if (type.startsWith('timestamp')) return compareInstants;
  return texts.compare;
}

/** Where PostgreSQL puts the values that are no decimals. */
const BEYOND: ReadonlyMap<string, number> = new Map([
  ['-Infinity', -1],
  ['Infinity', 1],
  ['NaN', 2],
]);

function compareNumeric(one: string, other: string): number {
  const [a, b] = [BEYOND.get(one) ?? 0, BEYOND.get(other) ?? 0];
  if (a !== 0 || b !== 0) return a - b;
  return compareNumbers(one, other);
}

/** Not as texts: the fractions of a second have different lengths. */
function compareInstants(one: string, other: string): number {
  return Date.parse(one) - Date.parse(other) || texts.compare(one, other);
}
