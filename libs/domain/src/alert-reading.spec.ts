import { describe, expect, it } from 'vitest';
import { MAX_ALERT_KEYS } from '@portal/contracts/alerts';
import { type AlertColumns, type ReadRows, readingOf } from './alert-reading.js';

const RESULT: ReadRows = {
  columns: [
    { name: 'batch', type: 'integer' },
    { name: 'rate', type: 'numeric' },
    { name: 'word', type: 'text' },
  ],
  data: [
    [1, '12.5', 'x'],
    [2, null, 'y'],
    [1, '7.5', 'z'],
  ],
  truncated: false,
};
const VALUE: AlertColumns = { take: 'value', column_name: 'rate', key_column: null };

const entries = (columns: Partial<AlertColumns>, result = RESULT) => {
  const read = readingOf(result, { ...VALUE, ...columns });
  return 'reading' in read ? Object.fromEntries(read.reading) : read;
};

describe('readingOf', () => {
  it('ALERT-2 takes the first value, the sum or the number of rows', () => {
    expect(entries({})).toEqual({ '': 12.5 });
    expect(entries({ take: 'sum' })).toEqual({ '': 20 });
    expect(entries({ take: 'rows', column_name: null })).toEqual({ '': 3 });
    const empty = { ...RESULT, data: [] };
    expect(entries({}, empty)).toEqual({ '': null });
    expect(entries({ take: 'rows', column_name: null }, empty)).toEqual({ '': 0 });
  });

  it('ALERT-3 takes them for each value of the key column', () => {
    expect(entries({ key_column: 'batch' })).toEqual({ 1: 12.5, 2: null });
    expect(entries({ key_column: 'batch', take: 'sum' })).toEqual({ 1: 20, 2: null });
    expect(entries({ key_column: 'batch', take: 'rows', column_name: null })).toEqual({
      1: 2,
      2: 1,
    });
    expect(entries({ key_column: 'batch' }, { ...RESULT, data: [] })).toEqual({});
  });

  it('ALERT-14 says which column is gone, has no numbers or is there twice', () => {
    expect(entries({ column_name: 'old' })).toEqual({ misfit: 'the column `old` is gone' });
    expect(entries({ key_column: 'old' })).toEqual({ misfit: 'the column `old` is gone' });
    expect(entries({ column_name: 'word' })).toEqual({
      misfit: 'the column `word` has no numbers',
    });
    const twice = { ...RESULT, columns: [...RESULT.columns, { name: 'rate', type: 'numeric' }] };
    expect(entries({}, twice)).toEqual({ misfit: 'several columns are called `rate`' });
  });

  it('ALERT-15 judges no result that was cut off or has too many keys', () => {
    expect(entries({}, { ...RESULT, truncated: true })).toHaveProperty('error');
    const data = Array.from({ length: MAX_ALERT_KEYS + 1 }, (_, key) => [key, '1', '']);
    expect(entries({ key_column: 'batch' }, { ...RESULT, data })).toHaveProperty('error');
    const fits = { ...RESULT, data: data.slice(1) };
    expect(Object.keys(entries({ key_column: 'batch' }, fits))).toHaveLength(MAX_ALERT_KEYS);
  });
});
