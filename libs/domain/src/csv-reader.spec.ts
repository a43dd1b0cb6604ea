import { csvDialectSchema } from '@portal/contracts/csv';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvHeader, csvLine, withoutGuard } from './csv.js';
import { CsvReader } from './csv-reader.js';
import type { Decode } from './csv-row.js';
import { FILE_SEPARATORS } from '@portal/contracts/file-formats';

interface Found {
  readonly header: readonly string[];
  readonly separator: string;
  readonly rows: (readonly string[] | string | undefined)[];
  readonly lines: number[];
}

function decoderOf(bytes: Uint8Array): Decode {
  const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  return (start, end) => {
    try {
      return utf8.decode(bytes.subarray(start, end));
    } catch {
      return undefined;
    }
  };
}

/** Reads a file in chunks of a size; the first column is a known one. */
function read(text: string | Uint8Array, size = 1_000_000, maxRowBytes = 1_000_000): Found {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  const found = { header: [] as readonly string[], separator: '', rows: [], lines: [] } as {
    -readonly [Name in keyof Found]: Found[Name];
  };
  const knows = (header: string) => header === 'id';
  const reader = new CsvReader(
    { maxRowBytes, knows, decoderOf },
    {
      header: (cells, separator) => Object.assign(found, { header: cells, separator }),
      row: ({ line }, cells) => void (found.rows.push(cells), found.lines.push(line())),
      refused: ({ line }, reason) => void (found.rows.push(reason), found.lines.push(line())),
    },
  );
  for (let at = 0; at < bytes.length; at += size) reader.push(bytes.subarray(at, at + size));
  reader.end();
  return found;
}

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.string({ unit: fc.constantFrom('"', ',', ';', '\t', '\r', '\n', ' ', "'", '=', 'x', 'é') }),
);
const table = fc
  .integer({ min: 2, max: 5 })
  .chain((width) =>
    fc.array(fc.array(text, { minLength: width, maxLength: width }), { maxLength: 6 }),
  )
  .map((rows) => rows.map((row, at) => [`${at}`, ...row]));

describe('the reader of CSV', () => {
  it('IMP-107 reads a row of the largest size, and refuses one that is a byte larger', () => {
    const largest = ['1', 'x'.repeat(18)];
    const { rows } = read(`id,b\n${largest.join(',')}\n2,${'x'.repeat(19)}\n`, undefined, 20);
    expect(rows).toEqual([largest, 'is larger than 20 bytes']);
  });

  it('IMP-101 IMP-110 reads what was written, in chunks of any size', () => {
    const layout = fc.record({
      delimiter: fc.constantFrom(...FILE_SEPARATORS),
      record_delimiter: fc.constantFrom('\n', '\r\n', '\r', '\r\r\n'),
      bom: fc.boolean(),
      eof: fc.boolean(),
    });
    fc.assert(
      fc.property(table, layout, fc.integer({ min: 1, max: 40 }), (rows, format, size) => {
        const header = ['id', ...(rows[0] ?? ['']).slice(1).map((_cell, at) => `a;b,c\t${at}`)];
        const found = read(stringify([header, ...rows], { ...format, quoted: true }), size);
        const separator = header.length > 1 ? format.delimiter : ',';
        expect(found).toMatchObject({ header, separator, rows });
      }),
    );
  });

  it('IMP-110 takes the separator with the most headers, if all give as many known ones', () => {
    const header = ['Number', 'Name, short, of it', 'Kind', 'Model'];
    expect(read(`${header.join(';')}\n1;2,3;4;5\n`)).toMatchObject({ header, separator: ';' });
  });

  it('IMP-108 IMP-107 finds the same rows and lines of any text, in chunks of any size', () => {
    const part = fc.constantFrom('"', ',', '\r', '\n', 'x', '\xFF', '\n\n', '\r\n');
    fc.assert(
      fc.property(fc.array(part), fc.integer({ min: 1, max: 9 }), (parts, size) => {
        const bytes = Buffer.from(`id,a\n${parts.join('')}`, 'latin1');
        const whole = read(bytes, undefined, 20);
        expect(read(bytes, size, 20)).toEqual(whole);
        const lines = bytes.toString('latin1').split(/\r\n|\n|\r/);
        for (const [at, row] of whole.rows.entries()) {
          const line = lines[(whole.lines[at] ?? 0) - 1] ?? '';
          const first = typeof row === 'object' ? row[0] : undefined;
          if (first !== undefined) {
            expect(line.replaceAll('"', '')).toContain(first.split(/[\r\n"]/)[0]);
          } else expect(line).not.toBe('');
        }
      }),
    );
  });

  it('CRUD-133 reads what exports write, in each dialect', () => {
    fc.assert(
      fc.property(table, fc.constantFrom(...csvDialectSchema.options), (rows, dialect) => {
        const header = ['id', ...(rows[0] ?? ['']).slice(1).map((_cell, at) => `column ${at}`)];
        const lines = rows.map((row) => csvLine(row, dialect));
        const found = read(csvHeader(header, dialect) + lines.join(''), 7);
        expect(found.header).toEqual(header);
        const texts = found.rows.map((row) => Array.isArray(row) && row.map(withoutGuard));
        expect(texts).toEqual(rows);
      }),
    );
  });

  it('IMP-6 takes time in proportion to the file, whatever quotes are in it', () => {
    // Time in proportion to the square would be many minutes, more than a test may take.
    for (const line of ['"', '""', '"x\n', '"a"b\n', '"\r', '""\n', `"${'x'.repeat(99)}\n`]) {
      const rows = line.repeat(Math.min(9_000, 400_000 / line.length));
      expect(() => read(`id,a\n${rows}`, 1000, 2_000_000)).not.toThrow();
    }
  });
});
