import { NAME_ORDER } from '../lib/words';
import type { DataColumn } from './columns';
import type { Sort } from './table-props';

/** The rows in the order that a table gives them. */
export function sortedRows<Row extends object>(
  rows: readonly Row[],
  columns: readonly DataColumn<Row>[],
  { id, order }: Sort,
): Row[] {
  const value = columns.find((column) => column.id === id)?.value ?? (() => null);
  const sign = order === 'desc' ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [a, b] = [value(one), value(other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return sign * compare(a, b);
  });
}

function compare(one: unknown, other: unknown): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return NAME_ORDER.compare(String(one), String(other));
}
