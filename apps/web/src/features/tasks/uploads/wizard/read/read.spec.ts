import { FILE_SEPARATORS } from '@portal/contracts/file-formats';
import fc from 'fast-check';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { formatSettings } from '../../../../../testing/tool-files';
import { countFacts } from '../facts';
import { guessEncoding } from './encoding';
import { JsonRows, pathsOf } from './json-rows';
import { readSample } from './sample';

const row = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 4 });

describe('the rows of JSON', () => {
  it('UP-78 are those of JSON.parse, in chunks of any size, as a list or one after the other', () => {
    const written = fc.record({
      rows: fc.array(row.map((one) => JSON.parse(JSON.stringify(one)) as Record<string, unknown>)),
      isList: fc.boolean(),
      size: fc.integer({ min: 1, max: 50 }),
    });
    fc.assert(
      fc.property(written, ({ rows, isList, size }) => {
        const text = isList
          ? JSON.stringify(rows)
          : rows.map((one) => JSON.stringify(one)).join('\n');
        const reader = new JsonRows();
        const read = [];
        for (let at = 0; at < text.length; at += size) {
          read.push(...reader.push(text.slice(at, at + size)));
        }
        expect(read).toEqual(rows);
      }),
    );
  });

  it('UP-78 have the paths of what is in them as columns', () => {
    const rows = [
      { id: 1, data: { assignee: { email: 'a' }, 'a.b': 1 }, tags: ['x'], none: null, empty: {} },
      { annotations: [{ id: 2 }, { id: 3, late: true }] },
    ];
    expect(pathsOf(rows)).toEqual([
      ...['id', 'data.assignee.email', 'tags', 'none', 'empty', 'annotations.0.id'],
    ]);
  });
});

describe('the encoding of a file', () => {
  const bytes = (text: string, encoding: BufferEncoding) =>
    new Uint8Array(Buffer.from(text, encoding));

  it.each([
    ['utf-8', bytes('id;Größe', 'utf8')],
    ['utf-8', bytes('id;Größe', 'utf8').subarray(0, 7)],
    ['windows-1252', bytes('id;Größe', 'latin1')],
    ['utf-16le', bytes('id;Größe', 'utf16le')],
    ['utf-16le', bytes('\uFEFFid', 'utf16le')],
    ['utf-16be', new Uint8Array([0, 0x69, 0, 0x64])],
    ['utf-16be', new Uint8Array([0xfe, 0xff, 0, 0x69])],
  ])('UP-70 is guessed: %s', (encoding, head) => {
    expect(guessEncoding(head)).toBe(encoding);
  });
});

describe('the beginning of a file', () => {
  const lines = (separator: string) =>
    ['Key', 'Set', 'State'].join(separator) + '\n' + ['1', 'a', 'Done'].join(separator) + '\n';

  it.each(FILE_SEPARATORS)('UP-70 has its separator: %j', async (separator) => {
    const sample = await readSample(new File([lines(separator)], 'tasks.csv'));
    expect(sample).toMatchObject({ separator, rows: [['1', 'a', 'Done']] });
  });

  it.each([
    ['with lines that end with CR', lines(',').replaceAll('\n', '\r')],
    ['below a line that names the separator', `sep=;\r\n${lines(';')}`],
    ['below an empty line, with a mark', `\uFEFF,,,\n${lines(',')}`],
    ['with a semicolon in a header', lines(',').replace('Set', '"Set; or\nlink"')],
    ['with empty columns at the end', lines(',').replaceAll('\n', ',,\n')],
  ])('UP-66 is read as the server reads it %s', async (_what, text) => {
    const sample = await readSample(new File([text], 'tasks.csv'));
    expect(sample?.headers).toHaveLength(3);
    expect(sample?.rows.map((cells) => Object.values(cells).slice(0, 3))).toEqual([
      ['1', 'a', 'Done'],
    ]);
  });

  it('UP-70 is read with a separator and an encoding that are told', async () => {
    const file = new File([lines('|')], 'tasks.csv');
    expect((await readSample(file, { separator: ',' }))?.headers).toEqual(['Key|Set|State']);
  });

  it('UP-78 is found in packed files, also those of two parts', async () => {
    const parts = lines(',')
      .split(/(?<=\n)/)
      .map((part) => gzipSync(part));
    const sample = await readSample(
      new File(
        parts.map((part) => new Uint8Array(part)),
        'tasks.gz',
      ),
    );
    expect(sample).toMatchObject({ file: 'csv', isCutOff: false, rows: [['1', 'a', 'Done']] });
  });

  it('UP-78 is none of a file without rows', async () => {
    expect(await readSample(new File(['[{}]'], 'tasks.json'))).toBeUndefined();
    expect(
      await readSample(new File([gzipSync(lines(',')).subarray(0, 5)], 'a.gz')),
    ).toBeUndefined();
  });
});

describe('the values of a file', () => {
  it('UP-71 are counted over all of its rows, packed or not', async () => {
    const rows = Array.from({ length: 30_000 }, (_, at) => `${at},a,${at % 3 ? 'Done' : 'done'}`);
    const text = ['Key,Set,State', ...rows, ''].join('\n');
    for (const content of [text, gzipSync(text)]) {
      const shares: number[] = [];
      const facts = await countFacts(new Blob([content]), formatSettings(), {
        onProgress: (share) => shares.push(share),
      });
      expect(facts).toMatchObject({ rows: 30_000, isWhole: true, unreadable: undefined });
      expect([...(facts.values.get('status') ?? [])]).toEqual([
        ['Done', 20_000],
        ['done', 10_000],
      ]);
      expect(shares.at(-1)).toBe(1);
    }
  });

  it('UP-72 name the first id of a column that a spreadsheet has shortened', async () => {
    const text = 'Key,Set,State\n1,a,Done\n9.0072E+15,a,Done\n9.1E+15,a,Done\n';
    const { shortened } = await countFacts(new Blob([text]), formatSettings());
    expect(shortened).toEqual([{ column: 'Key', row: 2, text: '9.0072E+15' }]);
  });

  it('UP-70 name the first row that is no text in the encoding', async () => {
    const bytes = Buffer.from('Key,Set,State\n1,a,Done\n2,Größe,Done\n', 'latin1');
    const { unreadable } = await countFacts(new Blob([new Uint8Array(bytes)]), formatSettings());
    expect(unreadable).toBe(2);
  });
});
