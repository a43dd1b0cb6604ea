import { gzipSync } from 'node:zlib';
import { CSV_FIELDS } from '@portal/contracts/task-csv';
import type { ReadingOptions } from '@portal/persistence/imports/import-models';
import { withoutGuard } from '@portal/domain/csv';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Reading, readAll, readText } from '../spec-support/reading.js';
import { fileOf, row } from '../spec-support/rows.js';
import { COPY_COLUMNS } from './copy-lines.js';
import type { ReadSettings } from './read-task-file.js';

const CSV: ReadingOptions = { format: 'csv', columns: null, empty: 'keep' };
const HEADER = 'turing_task_id,turing_project_id,turing_batch_id,status,target_model';

function readCsv(
  content: string | Buffer,
  options: Partial<ReadingOptions> = {},
  settings: Partial<ReadSettings> = {},
): Promise<Reading> {
  return readText(content, { ...settings, reading: { ...CSV, ...options } });
}

/** Reads lines below the header; each is a whole row unless the test says more. */
function readLines(lines: readonly string[], settings: Partial<ReadSettings> = {}) {
  return readCsv([HEADER, ...lines, ''].join('\n'), {}, settings);
}

const good = (id: number, model = 'm') => `${id},1001,7,completed,${model}`;
const ID = COPY_COLUMNS.stage_task.indexOf('turing_task_id');
const idsOf = ({ lines }: Reading) => lines.stage_task.map((line) => line[ID]);
const issuesOf = ({ end }: Reading) =>
  end.issues.map(({ row: at, field, reason }) => `${at} ${field}: ${reason}`);
/** The stored models, which follow the other columns that the files name. */
const textOf = ({ lines }: Reading) => lines.stage_task.map((line) => line.join('|')).join('\n');

const SKIP = { keepValidRows: true };

describe('rows of CSV', () => {
  // A guard and blanks alone mean something else in CSV than in JSON.
  const text = fc
    .string({ unit: 'grapheme', maxLength: 30 })
    .filter((value) => value.trim() !== '' && withoutGuard(value) === value);
  const double = fc.double({ noNaN: true, noDefaultInfinity: true });
  const cells = fc.record(
    {
      batch_name: fc.oneof(text, fc.constant('Batch, "one"\n')),
      batch_status: fc.constantFrom('ongoing', 'unknown'),
      user_email: fc.constantFrom('Ada@example.com', 'nobody', 'a"b@example.com'),
      number_of_turns: fc.oneof(fc.integer({ min: -2, max: 100_001 }), double),
      duration_minutes: fc.oneof(double, fc.integer()),
      completed_at: fc.constantFrom('2026-06-01T10:00:00.123456+02:00', '2026-06-01', '?'),
      colab_link: fc.constantFrom('https://colab.example.com/a?b="c",d', 'ftp://x'),
      target_model: text,
      validation_status: fc.constantFrom('passed', 'maybe'),
    },
    { requiredKeys: [] },
  );
  const rows = fc.array(cells, { minLength: 1, maxLength: 8 });
  const layout = fc.record({
    delimiter: fc.constantFrom(',', ';', '\t'),
    record_delimiter: fc.constantFrom('\n', '\r\n', '\r', '\r\r\n'),
    quoted: fc.boolean(),
    bom: fc.boolean(),
    gzip: fc.boolean(),
    chunk: fc.integer({ min: 1, max: 300 }),
    empty: fc.constantFrom('keep' as const, 'clear' as const),
  });

  it('IMP-100 IMP-101 IMP-105 are read as the same rows of JSON', async () => {
    await fc.assert(
      fc.asyncProperty(rows, layout, async (values, { gzip, chunk, empty, ...format }) => {
        const tasks = values.map((value, at): Record<string, unknown> => ({
          ...row(at + 1),
          ...value,
        }));
        const csv = stringify(tasks, { header: true, columns: [...CSV_FIELDS], ...format });
        const bytes = gzip ? gzipSync(csv) : Buffer.from(csv);
        const absent = empty === 'clear' ? null : undefined;
        const wanted = tasks.map((task) =>
          Object.fromEntries(CSV_FIELDS.map((field) => [field, task[field] ?? absent])),
        );
        const json = await readText(fileOf(...wanted), SKIP);
        const read = await readAll(chunksOf(bytes, chunk), {
          ...SKIP,
          reading: { format: 'csv', columns: null, empty },
        });
        expect(read.end.failure).toBeUndefined();
        expect(read.lines).toEqual(json.lines);
        expect(issuesOf(read).map(withoutLine)).toEqual(issuesOf(json));
      }),
    );
  });

  it('IMP-101 may have line breaks, separators and quotes in quotes, and mixed line breaks', async () => {
    const read = await readCsv(
      `\uFEFF\r\n${HEADER}\r\n\n1,1001,7,completed,"a ""b"",\r\nc"\n2,1001,7,completed,plain\r\n\r\n"3","1001","7","completed",""`,
    );
    expect(issuesOf(read)).toEqual([]);
    expect(idsOf(read)).toEqual(['1', '2', '3']);
    expect(textOf(read)).toContain(String.raw`a "b",\r\nc`);
  });

  it.each([
    ['a semicolon in a header', `${HEADER},Notes; links\n`, `${good(1)},x; y\n`],
    [
      'a tab and a line break in a quoted header',
      `${HEADER},"Notes;\t\r\nlinks"\n`,
      `${good(1)},\n`,
    ],
    [
      'a first line that names it',
      `sep=;\r\n${HEADER.replaceAll(',', ';')}\r\n`,
      '1;1001;7;done;m\r\n',
    ],
    [
      'commas in headers between semicolons',
      `${HEADER.replaceAll(',', ';')};"a,b,c,d,e,f,g"\n`,
      '1;1001;7;done;m;\n',
    ],
  ])('IMP-110 are separated as most known headers say, despite %s', async (_what, header, rows) => {
    const read = await readCsv(header + rows, { columns: { '*': null } });
    expect([read.end.failure, ...issuesOf(read)]).toEqual([undefined]);
    expect(idsOf(read)).toEqual(['1']);
  });

  it('IMP-111 are not lines of blanks and separators, wherever they are', async () => {
    const read = await readCsv(
      ` , ,\n\n${HEADER}\n,,,,\n${good(1)}\n , , , ,\n   \n${good(2, '')}x`,
    );
    expect(issuesOf(read)).toEqual([]);
    expect(read.end.rows).toBe(2);
    const wrong = await readCsv(`,,\n${HEADER}\n,,,,\n${good(1)}\n,,,,x`);
    expect(issuesOf(wrong)[0]).toBe(
      '2 turing_task_id: is missing; must be an integer from 1 to 9007199254740991 (line 5)',
    );
  });

  it('IMP-112 may have empty cells below no header, and no value there', async () => {
    const read = await readCsv(`${HEADER}, ,\n${good(1)}\n${good(2)},,\n${good(3)},,, \n`);
    expect(issuesOf(read)).toEqual([]);
    expect(idsOf(read)).toEqual(['1', '2', '3']);
    const stray = await readCsv(`${HEADER}, ,\n${good(1)},,x\n`);
    expect(issuesOf(stray)).toEqual([
      '1 : has a value in column 7, which has no name in the header line (line 2)',
    ]);
    const ignored = await readCsv(`${HEADER}, ,\n${good(1)},,x\n`, { columns: { '': null } });
    expect(issuesOf(ignored)).toEqual([]);
  });

  it('IMP-113 keep the texts that exports guard, and no other apostrophe', async () => {
    const texts = ["'-final", "''-final", "'final", "'", "' =1", "a'=1"];
    const read = await readLines(texts.map((text, at) => good(at + 1, text)));
    const MODEL = COPY_COLUMNS.stage_task.indexOf('target_model');
    expect(read.lines.stage_task.map((line) => line[MODEL])).toEqual([
      ...['-final', "'-final", "'final", "'", '=1', "a'=1"],
    ]);
  });

  it.each([
    [';', '"with,comma"'],
    ['\t', 'with,comma'],
    [',', 'with;semicolon'],
  ])('IMP-101 are separated by the %j of the header line', async (separator, model) => {
    const header = HEADER.replaceAll(',', separator);
    const read = await readCsv(`${header}\n${['1', '1001', '7', 'done', model].join(separator)}\n`);
    expect(issuesOf(read)).toEqual([]);
    expect(textOf(read)).toContain(model.replaceAll('"', ''));
  });
});

describe('columns of CSV', () => {
  it('IMP-102 have the field of their header in any case, or that of `columns`', async () => {
    const read = await readCsv(
      ' Turing_Task_ID ,Project,turing_batch_id,STATUS,Notes\n5,1001,7,completed,never read\n',
      { columns: { ' project': 'turing_project_id', NOTES: null } },
    );
    expect(issuesOf(read)).toEqual([]);
    expect(idsOf(read)).toEqual(['5']);
    expect(textOf(read)).not.toContain('never');
  });

  it.each<[string, string, ReadingOptions['columns'], string]>([
    ['an unknown header', `${HEADER},Notes`, null, '"Notes"'],
    ['a repeated header', `${HEADER},STATUS`, null, 'The column "STATUS" is repeated'],
    [
      'two columns of one field',
      `${HEADER},State`,
      { State: 'status' },
      'The columns "status", "State" are all mapped to status',
    ],
    [
      'a required field without a column',
      'turing_task_id,status',
      null,
      'no column for turing_project_id, turing_batch_id',
    ],
    [
      'a mapped header that is not there',
      HEADER,
      { State: 'status' },
      'columns names "state", which the file does not have',
    ],
    ['wrong quotes', `${HEADER},a"b`, null, 'The header line has a quote'],
  ])('IMP-103 are refused at once with %s', async (_what, header, columns, problem) => {
    const read = await readCsv(`${header}\n${good(1)}\n`, { columns });
    expect(read.end.failure).toContain(problem);
    expect(read.end).toMatchObject({ rows: 0, written: 0 });
    expect((await readCsv(`${HEADER}\n${good(1)}\n`)).end.failure).toBeUndefined();
  });

  it('IMP-114 ignores all columns that are not named if `columns` says so of "*"', async () => {
    const others = Array.from({ length: 300 }, (_, at) => `Column ${at}`);
    const file = `${HEADER},reviews,${others.join(',')}\n${good(1)},[],${others.join(',')}\n`;
    const read = await readCsv(file, { columns: { '*': null, STATUS: null } });
    expect([read.end.failure, ...issuesOf(read)]).toEqual([undefined]);
    expect(textOf(read)).not.toContain('completed');
    expect((await readCsv(file)).end.failure).toContain('CSV files cannot carry "reviews"');
  });

  it('IMP-115 compares `project_id` of an export with the project of the row', async () => {
    const header = `${HEADER},project_id`;
    const read = await readCsv(`${header}\n${good(1)},1\n${good(2)},\n`);
    expect(issuesOf(read)).toEqual([]);
    const other = await readCsv(`${header}\n${good(1)},2\n`);
    expect(issuesOf(other)).toEqual([
      "1 project_id: is the portal's id of another project than turing_project_id, whose id is 1: leave it out (line 2)",
    ]);
  });

  it('IMP-103 are refused if the header line is not UTF-8 or larger than a row may be', async () => {
    const header = Buffer.from(`${HEADER},\xFF\n${good(1)}\n`, 'latin1');
    expect((await readCsv(header)).end.failure).toBe('The header line is not valid UTF-8');
    const limits = { ...LIMITS, maxElementBytes: 20 };
    expect((await readCsv(`${HEADER}\n`, {}, { limits })).end.failure).toBe(
      'The header line is larger than 20 bytes',
    );
  });

  it('IMP-3 IMP-4 IMP-49 are missing in a file without text, in another encoding or without rows', async () => {
    expect((await readCsv('\n\r\n')).end.failure).toBe('The file is empty');
    expect((await readCsv(Buffer.from(HEADER, 'utf16le'))).end.failure).toContain('UTF-16');
    expect((await readCsv(`${HEADER}\n`)).end.failure).toBe('The file contains no tasks');
  });

  it('IMP-104 cannot be reviews or metadata, unless they are ignored', async () => {
    const file = `${HEADER},reviews,Metadata\n${good(1)},[],{}\n`;
    expect((await readCsv(file)).end.failure).toBe(
      'CSV files cannot carry "reviews", "Metadata": only JSON files carry reviews and metadata',
    );
    const ignored = await readCsv(file, { columns: { reviews: null, metadata: null } });
    expect(ignored.end.failure).toBeUndefined();
    expect(idsOf(ignored)).toEqual(['1']);
  });
});

describe('numbers in CSV', () => {
  const header = 'turing_task_id;turing_project_id;turing_batch_id;status;duration_minutes';
  const read = (minutes: string, separator: string) =>
    readCsv(`${header}\n1;1001;7;done;${minutes}\n`.replaceAll(';', separator));

  it.each([
    ['12.5', ',', '12.5'],
    [' 1e2 ', ',', '100'],
    ['12,5', ';', '12.5'],
    ['1,5e-7', ';', '1.5e-7'],
    ['12.5', ';', '12.5'],
  ])('IMP-106 %j between %j is %s', async (minutes, separator, stored) => {
    const found = await read(minutes, separator);
    expect(issuesOf(found)).toEqual([]);
    expect(found.lines.stage_task[0]).toContain(stored);
  });

  it.each([
    ['12,5', '\t', 'must be a number from 0 to 100000, or null'],
    ['+5', ',', 'must be a number from 0 to 100000, or null'],
    ['007', ',', 'must be a number from 0 to 100000, or null'],
    ['1.00000000000000001', ',', 'is a number that cannot be stored without losing precision'],
  ])('IMP-106 %j between %j is an error', async (minutes, separator, reason) => {
    expect(issuesOf(await read(minutes, separator))).toEqual([
      `1 duration_minutes: ${reason} (line 2)`,
    ]);
  });
});

describe('ids in CSV', () => {
  it.each(['1.23457E+11', '1,23457E+11', "'1e5", '1E+3'])(
    'IMP-116 are not what a spreadsheet has shortened to %s',
    async (id) => {
      const header = 'turing_task_id;turing_project_id;turing_batch_id;status;number_of_turns';
      const read = await readCsv(`${header}\n${id};1001;7;done;1e1\n`);
      expect(issuesOf(read)).toEqual([
        '1 turing_task_id: is an id that a spreadsheet or a program has shortened to an exponent: write all of its digits, in a spreadsheet as whole numbers or text (line 2)',
      ]);
      const whole = await readCsv(`${header}\n'123457000000;1001;7;done;1e1\n`);
      expect(issuesOf(whole)).toEqual([]);
      expect(idsOf(whole)).toEqual(['123457000000']);
    },
  );
});

describe('errors in CSV', () => {
  const MISPLACED =
    'has a quote where none may be: quotes enclose a whole cell, and are doubled within it';

  it.each([
    ['a quote within a cell', good(2, 'a "b"'), MISPLACED],
    ['text after quotes', good(2, '"a" b'), MISPLACED],
    [
      'too few cells',
      '2,1001',
      'has 2 cells, but the header line has 5: Excel leaves out empty cells at the end of rows; make the last column one that is never empty',
    ],
    ['too many cells', `${good(2)},x`, 'has 6 cells, but the header line has 5'],
    ['quotes that do not end', good(2, '"a'), 'has a cell whose quotes do not end'],
    ['a NUL', good(2, 'a\0'), 'target_model: contains a NUL character'],
  ])('IMP-107 IMP-108 are of one row and line: %s', async (_what, line, reason) => {
    const read = await readLines([good(1, '"two\nlines"'), line, good(3)], SKIP);
    const field = reason.includes(': contains') ? reason : `: ${reason}`;
    expect(issuesOf(read)).toEqual([`2 ${field} (line 4)`]);
    expect(idsOf(read)).toEqual(['1', '3']);
    expect(read.end.rows).toBe(3);
  });

  it('IMP-107 are of one row if it is not UTF-8', async () => {
    const file = Buffer.from([HEADER, good(1), good(2, '\xFF'), good(3)].join('\n'), 'latin1');
    const read = await readCsv(file, {}, SKIP);
    expect(issuesOf(read)).toEqual(['2 : is not valid UTF-8 (line 3)']);
    expect(idsOf(read)).toEqual(['1', '3']);
    expect(textOf(await readLines([good(2, 'ÿ 模型')]))).toContain('ÿ 模型');
  });

  it.each([
    ['without a line break', 'x'.repeat(600)],
    ['in quotes', `"${'x\n'.repeat(300)}"`],
    ['in quotes that do not end', `"${'x'.repeat(600)}`],
  ])('IMP-107 are of one row if it is too large: %s', async (_what, model) => {
    const limits = { ...LIMITS, maxElementBytes: 500 };
    const file = Buffer.from([HEADER, good(1), good(2, model), good(3), ''].join('\n'));
    const settings = { ...SKIP, limits, reading: CSV };
    const whole = await readAll([file], settings);
    expect(issuesOf(whole)[0]).toBe('2 : is larger than 500 bytes (line 3)');
    expect(idsOf(whole)).toEqual(['1', '3']);
    for (const size of [1, 100]) {
      expect(await readAll(chunksOf(file, size), settings)).toEqual(whole);
    }
  });

  it('IMP-107 stop the reading if they are wrong quotes in more than 10,000 rows', async () => {
    const lines = Array.from({ length: 10_001 }, (_, at) => `"${at}`);
    const some = await readLines(lines.slice(1), SKIP);
    expect(some.end).toMatchObject({ rows: 10_000, errors: 10_000, failure: undefined });
    const more = await readLines([...lines, good(1)], SKIP);
    expect(more.end.failure).toBe(
      'The file has more than 10,000 rows with wrong quotes or without an end, the last one in line 10,002',
    );
    expect(more.end.rows).toBe(10_001);
  });
});

const LIMITS = {
  maxElementBytes: 8 * 1024 * 1024,
  maxElementDepth: 70,
  maxBlanks: 1024 * 1024,
  maxUnpackedBytes: 256 * 1024 * 1024,
};

const withoutLine = (issue: string) => issue.replace(/ \(line \d+\)$/, '');

function* chunksOf(bytes: Buffer, size: number): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
