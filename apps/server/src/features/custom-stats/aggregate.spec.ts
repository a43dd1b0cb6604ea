import { describe, expect, it } from 'vitest';
import type { Cell } from '../../sandbox/cell.js';
import { aggregate, type Aggregates, type AggregationMethod } from './aggregate.js';

const TYPES = ['integer', ...Array.from({ length: 100 }, () => 'double precision')];
const COLUMNS = TYPES.map((type, at) => ({ name: `c${at}`, type }));

/** Rows with distinct groups and the same number in every other column. */
function grouped(
  number: Cell,
  [count, columns]: readonly [number, number],
  method: AggregationMethod,
): Aggregates {
  const numbers = Array.from({ length: columns }, () => number);
  const rows = Array.from({ length: count }, (_, key) => [key, ...numbers]);
  return aggregate(COLUMNS.slice(0, columns + 1), rows, 0, method);
}

describe('the aggregation of a large result', () => {
  it.each(['sum', 'avg', 'min', 'max'] as const)(
    'CST-22 refuses short texts of numbers with many digits: %s',
    (method) => {
      const refusal = 'too many or too long to be aggregated';
      expect(() => grouped(1e308, [200, 100], method)).toThrow(refusal);
      expect(() => grouped(5e-324, [200, 100], method)).toThrow(refusal);
    },
  );

  it('CST-22 accepts ten thousand rows of ordinary numbers, and a few long ones', () => {
    expect(grouped(1234.5, [10_000, 20], 'sum').grand_totals[1]).toBe('12345000');
    const columns = COLUMNS.slice(0, 2);
    const { grand_totals } = aggregate(
      columns,
      [
        [1, 1e308],
        [1, 5e-324],
      ],
      0,
      'sum',
    );
    expect(grand_totals[1]).toMatch(/^10{308}\.0{323}5$/);
  });
});
