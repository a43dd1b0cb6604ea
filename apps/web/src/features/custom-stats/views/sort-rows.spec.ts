import { describe, expect, it } from 'vitest';
import { sortRows } from './sort-rows';

const sorted = (type: string, cells: readonly unknown[], desc = false) =>
  sortRows(
    cells.map((cell) => [cell]),
    { at: 0, desc },
    type,
  ).map(([cell]) => cell);

describe('the order of rows', () => {
  it('CSTPAGE-16 compares numbers exactly', () => {
    const near = ['9007199254740993', '9007199254740992', '-9007199254740993', '10', '9'];
    expect(sorted('bigint', near)).toEqual([
      '-9007199254740993',
      '9',
      '10',
      '9007199254740992',
      '9007199254740993',
    ]);
    expect(
      sorted('numeric', ['0.10000000000000000002', '0.1', '0.10000000000000000001', '-0.5', '0']),
    ).toEqual(['-0.5', '0', '0.1', '0.10000000000000000001', '0.10000000000000000002']);
    expect(sorted('double precision', [1e21, 'NaN', 2.5, 'Infinity', -3, '-Infinity'])).toEqual([
      '-Infinity',
      -3,
      2.5,
      1e21,
      'Infinity',
      'NaN',
    ]);
  });

  it('CSTPAGE-16 has rows without a value last in both directions', () => {
    expect(sorted('integer', [null, 2, 1])).toEqual([1, 2, null]);
    expect(sorted('integer', [null, 1, 2], true)).toEqual([2, 1, null]);
    expect(sorted('text', [null, 'b', ''])).toEqual(['', 'b', null]);
  });

  it('CSTPAGE-16 keeps rows with the same value as they were sent', () => {
    const rows = [
      ['1.0', 'a'],
      ['1', 'b'],
      ['1.00', 'c'],
    ];
    for (const desc of [false, true]) {
      expect(sortRows(rows, { at: 0, desc }, 'numeric')).toEqual(rows);
    }
  });

  it('CSTPAGE-16 sorts texts with their numbers by value, and instants by time', () => {
    expect(sorted('text', ['batch 10', 'Batch 9', 'batch 9'])).toEqual([
      'batch 9',
      'Batch 9',
      'batch 10',
    ]);
    const [early, late] = ['2026-01-05T10:00:00.25+00:00', '2026-01-05T10:00:00.5+00:00'];
    expect(sorted('timestamp with time zone', [late, early])).toEqual([early, late]);
  });
});
