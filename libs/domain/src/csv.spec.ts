import { runs } from '@portal/testing/runs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvDialectSchema, type CsvDialect } from '@portal/contracts/csv';
import { BYTE_ORDER_MARK, type CsvCell, csvHeader, csvLine, withoutGuard } from './csv.js';

/** The separators of the dialect, and those that LibreOffice splits at unless it is told otherwise. */
const READING_OF: Record<CsvDialect, string> = {
  standard: ',',
  excel: ',',
  'excel-semicolon': ';',
};
const ANY_SEPARATOR = ',;\t';

/** The fields of all lines in order. */
function fieldsOf(file: string, separators: string): string[] {
  const fields: string[] = [];
  let field = '';
  let isQuoted = false;
  let isAtStart = true;
  const end = () => {
    fields.push(field);
    field = '';
    isAtStart = true;
  };
  for (let at = 0; at < file.length; at += 1) {
    const char = file.charAt(at);
    if (isQuoted) {
      if (char !== '"') field += char;
      else if (file.charAt(at + 1) === '"') field += file.charAt((at += 1));
      else isQuoted = false;
    } else if (char === '"' && isAtStart) {
      isQuoted = true;
      isAtStart = false;
    } else if (separators.includes(char) || char === '\n') {
      end();
    } else if (char === '\r') {
      if (file.charAt(at + 1) !== '\n') end();
    } else {
      field += char;
      isAtStart = false;
    }
  }
  if (!isAtStart) end();
  return fields;
}

/** A field without the characters that a spreadsheet ignores before a formula. */
function bare(field: string): string {
  return field.replace(/^["\s\p{C}\p{Default_Ignorable_Code_Point}]+/u, '');
}

const isFormula = (field: string): boolean => /^[=+\-@＝＋－＠﹦﹢﹣﹫−]/.test(bare(field));

const piece = fc.oneof(
  fc.constantFrom('=', '+', '-', '@', '＝', '＋', '－', '＠', '﹣', '−'),
  fc.constantFrom(',', ';', '\t', '\r', '\n', '\r\n', '\v', '\f', '\u0085', '\u2028'),
  fc.constantFrom('"', '""', "'", ' ', '\u00a0', '\ufeff', '\u200b', '\u3000', '\u00ad', '\u115f'),
  fc.constantFrom('x', '1', '-5', '1+1', 'e5', '%', '|', '{"a":-1}', 'SUM(A1)'),
  fc.string({ unit: 'binary', maxLength: 3 }),
);
const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));
const number = fc
  .oneof(fc.integer(), fc.double({ noNaN: true }))
  .map((value) => ({ number: String(value) }));
/** A header and rows; each column has only texts or only numbers. */
const table = fc.array(fc.boolean(), { minLength: 1, maxLength: 4 }).chain((areNumbers) => {
  const header = fc.tuple(...areNumbers.map(() => text));
  const row = fc.tuple(...areNumbers.map((isNumber) => (isNumber ? number : text)));
  return fc.tuple(header, fc.array(row, { maxLength: 3 })).map(([names, rows]) => [names, ...rows]);
});

const dialects = fc.constantFrom(...csvDialectSchema.options);
const fileOf = (rows: readonly (readonly CsvCell[])[], dialect: CsvDialect): string =>
  rows.map((row) => csvLine(row, dialect)).join('');
const writtenNumber = (number: string, dialect: CsvDialect): string => {
  if (dialect !== 'standard' && /^-?\d{12,}$/.test(number)) return `'${number}`;
  return dialect === 'excel-semicolon' ? number.replace('.', ',') : number;
};

describe('a line of a CSV file', () => {
  it.each([' ', '\u200b', '"', ',', '\u{1f600}', '=,'])(
    'CST-40 handles a cell of millions of %j',
    (unit) => {
      const text = `${unit.repeat(1_000_000)}=1`;
      expect(csvLine([{ number: '-5' }, text]).length).toBeGreaterThanOrEqual(text.length + 5);
    },
  );

  it('CST-40 has no formula in any text, for any parser of a spreadsheet', () => {
    fc.assert(
      fc.property(table, dialects, (rows, dialect) => {
        const numbers = rows
          .flat()
          .flatMap((cell) => (typeof cell === 'object' ? cell.number : []))
          .flatMap((number) => [writtenNumber(number, dialect), number.replace(/\..*/, '')]);
        // For a parser with other separators the number includes the text after it.
        const isNumber = (field: string): boolean =>
          numbers.some(
            (one) => field.startsWith(one) && /^(?:$|[,;\r\n])/.test(field.slice(one.length)),
          );
        const file = fileOf(rows, dialect);
        for (const reading of [READING_OF[dialect], ANY_SEPARATOR]) {
          const formulas = fieldsOf(file, reading).filter(isFormula).map(bare);
          expect(formulas.filter((field) => !isNumber(field))).toEqual([]);
        }
      }),
      { numRuns: runs(500) },
    );
  });

  it('CST-40 CST-97 changes texts only by a guard that can be taken away, and numbers only by a decimal comma or, if long, by a guard', () => {
    fc.assert(
      fc.property(table, dialects, (rows, dialect) => {
        const read = fieldsOf(fileOf(rows, dialect), READING_OF[dialect]);
        const cells = rows.flatMap(([first, ...others]) => [
          { cell: first, after: undefined },
          ...others.map((cell, at) => ({ cell, after: at === 0 ? first : undefined })),
        ]);
        expect(read).toHaveLength(cells.length);
        for (const [at, { cell, after }] of cells.entries()) {
          if (typeof cell === 'object') expect(read[at]).toBe(writtenNumber(cell.number, dialect));
          // A text that would continue a negative number has a guard more.
          else if (typeof after === 'object') expect(read[at]?.endsWith(cell ?? '')).toBe(true);
          else expect(withoutGuard(read[at] ?? '')).toBe(cell);
        }
      }),
    );
  });

  it.each([
    ['=1+1', "'=1+1"],
    [' \u00a0=1', "' \u00a0=1"],
    ['\u200b＝1', "'\u200b＝1"],
    ['x;=1', '"x;=1"'],
    ['https://x.example/@37.42,-122.08', '"https://x.example/@37.42,-122.08"'],
    ['x, "@a"', '"x, ""@a"""'],
    ['two\n-lines', '"two\n-lines"'],
    ['-final', "'-final"],
    ["'-final", "''-final"],
    ["'final", "'final"],
    ['\tx', `"'\tx"`],
    ['a - b = c', 'a - b = c'],
    ['first, second', '"first, second"'],
    ['half; half', '"half; half"'],
    ["'=1", "''=1"],
    ['', ''],
  ])('CST-40 writes %j as %j', (cell, written) => {
    expect(csvLine([cell])).toBe(`${written}\r\n`);
    expect(csvLine([{ number: '1' }, 'x', cell])).toBe(`1,x,${written}\r\n`);
  });

  it('CST-40 prevents a text from continuing a negative number at the start of the line as a formula', () => {
    const after = (first: string, cell: string): string => csvLine([{ number: first }, cell]);
    for (const cell of ["1+cmd|' /C calc'!A0", '*SUM(A1)', ' E1+A1', '%&A1', '1 apple']) {
      expect(after('-5', cell)).toBe(`-5,'${cell}\r\n`);
      expect(after('5', cell)).toBe(`5,${cell}\r\n`);
    }
    for (const cell of ['2026-01-01', '2026-01-01T00:00:00Z', '12', 'apple', '']) {
      expect(after('-5', cell)).toBe(`-5,${cell}\r\n`);
    }
    expect(after('-5', '1+1;=A1')).toBe(`-5,"'1+1;=A1"\r\n`);
  });

  it('CST-97 is written for Excel with a byte order mark, and semicolons where a comma is decimal', () => {
    const file = (dialect: CsvDialect) =>
      csvHeader(['a', 'b'], dialect) + fileOf([[{ number: '1.5' }, 'x; y']], dialect);
    expect(file('standard')).toBe('a,b\r\n1.5,"x; y"\r\n');
    expect(file('excel')).toBe(`${BYTE_ORDER_MARK}a,b\r\n1.5,"x; y"\r\n`);
    expect(file('excel-semicolon')).toBe(`${BYTE_ORDER_MARK}a;b\r\n1,5;"x; y"\r\n`);
  });

  it('CST-98 writes a whole number of more than 11 digits for Excel as a text', () => {
    const cells = ['12345678901', '123456789012', '-123456789012', '0.1234567890123'];
    const line = (dialect: CsvDialect) =>
      csvLine(
        cells.map((number) => ({ number })),
        dialect,
      );
    expect(line('standard')).toBe('12345678901,123456789012,-123456789012,0.1234567890123\r\n');
    expect(line('excel')).toBe("12345678901,'123456789012,'-123456789012,0.1234567890123\r\n");
    expect(line('excel-semicolon')).toBe(
      "12345678901;'123456789012;'-123456789012;0,1234567890123\r\n",
    );
  });

  it('CST-40 takes time linear in the length of a text', () => {
    // Time in proportion to the square would be many minutes, more than a test may take.
    for (const long of ['\t', ' ', '"', ', ', ';"', '\u200b'].map((one) => one.repeat(1_000_000))) {
      expect(csvLine([`${long}x`]).length).toBeGreaterThan(long.length);
    }
  });
});
