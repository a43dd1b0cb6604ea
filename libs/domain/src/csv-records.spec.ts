import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvLine, withoutGuard } from './csv.js';
import { csvRecords, type CsvRecord } from './csv-records.js';

const cells = (records: readonly CsvRecord[]) => records.map((record) => record.cells);
const written = (cell: string) => `"${cell.replaceAll('"', '""')}"`;

describe('the records of a table', () => {
  it('USERPAGE-30 are what was written, in each dialect of spreadsheets', () => {
    const cell = fc
      .string({ unit: 'binary' })
      .map((text) => text.trim())
      .filter((text) => withoutGuard(text) === text);
    const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { maxLength: 6 });
    const dialect = fc.record({
      separator: fc.constantFrom(',' as const, ';' as const, '\t' as const),
      lineBreak: fc.constantFrom('\n', '\r\n', '\r'),
      mark: fc.constantFrom('', '\u{feff}'),
      last: fc.boolean(),
    });
    fc.assert(
      fc.property(rows, dialect, (table, { separator, lineBreak, mark, last }) => {
        const lines = table.map((row) => row.map(written).join(separator));
        const text = mark + lines.join(lineBreak) + (last ? lineBreak : '');
        expect(cells(csvRecords(text, separator))).toEqual(table);
      }),
    );
  });

  it('USERPAGE-30 are the texts of an export, without their guards', () => {
    const row = ['ann@example.com', '-Ann', "'-final", "'s-Hertogenbosch", '=1+1', '@home; "2"'];
    expect(cells(csvRecords(csvLine(row)))).toEqual([row]);
    expect(cells(csvRecords(csvLine(row, 'excel-semicolon')))).toEqual([row]);
  });

  it('USERPAGE-30 are read from any text, each with its line', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\t', '\n', '\r', ' ', '@') }),
        (text) => {
          const lines = text.split(/\r\n|\n|\r/);
          for (const record of csvRecords(text)) {
            expect(lines[record.line - 1]).toBe(record.text.split(/\r\n|\n|\r/)[0]);
          }
        },
      ),
    );
  });

  it('USERPAGE-30 find the separator of each line, and keep quotes that never end', () => {
    const text = 'a, "b, c";d\n\n"x\ny",z\tw\n5" disk, "open, e\n';
    expect(csvRecords(text).map(({ line, cells: found }) => [line, ...found])).toEqual([
      [1, 'a, "b, c"', 'd'],
      [3, 'x\ny,z', 'w'],
      [5, '5" disk', '"open', 'e'],
    ]);
  });
});
