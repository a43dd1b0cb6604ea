import { gzipSync } from 'node:zlib';
import { TASK_FILE_LIMITS } from '@portal/contracts/task-file';
import { taskFileChunks, taskFileText } from '@portal/testing/task-file';
import { describe, expect, it } from 'vitest';
import { readAll, readText, readToEnd } from '../spec-support/reading.js';
import { fileOf, review, row } from '../spec-support/rows.js';
import { MAX_ISSUES } from '../import-issues.js';

const reasons = (issues: readonly { row: number; field: string; reason: string }[]) =>
  issues.map(({ row, field, reason }) => `${row} ${field}: ${reason}`);

describe('readTaskFile', () => {
  it('IMP-1 reads the same rows from an array and from lines, with a BOM or as gzip', async () => {
    const plan = { tasks: 200, turingProjectId: 1001 };
    const array = taskFileText(plan);
    const expected = await readText(array);
    expect(expected.end).toMatchObject({ rows: 200, errors: 0, ascending: true });
    expect(expected.lines.stage_task).toHaveLength(200);

    const lines = taskFileText({ ...plan, format: 'ndjson' });
    for (const content of [lines, `\uFEFF${array}`, gzipSync(array), gzipSync(`\uFEFF${lines}`)]) {
      const { lines: read, end } = await readText(content);
      expect(end.failure).toBeUndefined();
      expect(read).toEqual(expected.lines);
    }
    const packed = gzipSync(array);
    const bytewise = await readAll([...packed].map((byte) => Buffer.from([byte])));
    expect(bytewise.lines).toEqual(expected.lines);
    expect(bytewise.end.bytes).toBe(packed.length);
  });

  it.each(['[]', ' [ ]\n', '\uFEFF[]'])('IMP-49 refuses %j, which has no tasks', async (text) => {
    for (const content of [text, gzipSync(text)]) {
      expect((await readText(content)).end.failure).toBe('The file contains no tasks');
    }
    expect((await readText('[{}]')).end.failure).toBeUndefined();
  });

  it('IMP-12 writes each row in its stored form', async () => {
    const { lines } = await readText(
      fileOf(
        row(5, {
          batch_name: 'Tab\there',
          user_email: 'Ada@Example.com',
          metadata: { note: 'a\\b\n"c" é' },
          reviews: [review(6, { feedback: 'one\r\ntwo' })],
        }),
      ),
    );
    expect(lines.stage_batch).toEqual([['1', '1', '7', String.raw`Tab\there`, String.raw`\N`]]);
    // The second field says which fields the row names.
    const task = lines.stage_task[0]?.toSpliced(1, 1);
    expect(task?.slice(0, 6)).toEqual(['1', 't', '5', '1', '7', 'ada@example.com']);
    expect(task?.[16]).toBe(String.raw`{"note":"a\\\\b\\n\\"c\\" é"}`);
    expect(lines.stage_review[0]?.slice(0, 3)).toEqual(['1', '5', '6']);
    expect(lines.stage_review[0]?.[6]).toBe(String.raw`one\r\ntwo`);
  });

  it('IMP-12 writes the same rows directly for the tables, a task before its reviews', async () => {
    const text = taskFileText({ tasks: 10_000, turingProjectId: 1001 });
    const staged = await readText(text);
    const direct = await readText(text, { target: 'tables' });
    expect(direct.lines['core.task']).toEqual(staged.lines.stage_task.map((line) => line.slice(3)));
    expect(direct.lines['core.task_review']).toEqual(
      staged.lines.stage_review.map((line) => line.slice(1)),
    );
    expect(direct.end.written).toBe(10_000);
    const known = new Set<string>();
    for (const { table, ids } of direct.blocks) {
      if (table === 'core.task') for (const id of ids) known.add(id);
      if (table === 'core.task_review') expect(ids.every((id) => known.has(id))).toBe(true);
    }
  });

  it('IMP-4 refuses only the row that is not UTF-8', async () => {
    const bytes = Buffer.from(fileOf(row(1, { target_model: 'mödel' }), row(2), row(3)));
    const broken = Buffer.from(bytes);
    broken[broken.indexOf('ö')] = 0xff;
    const { end, lines } = await readText(broken, { keepValidRows: true });
    expect(reasons(end.issues)).toEqual(['1 : is not valid UTF-8']);
    expect(lines.stage_task.map((fields) => fields[3])).toEqual(['2', '3']);
    expect((await readText(bytes)).end.errors).toBe(0);
  });

  it('IMP-7 IMP-8 IMP-9 refuse errors that JSON.parse accepts, with row and field', async () => {
    const text = JSON.stringify(row(1)).slice(0, -1);
    const file = [
      `${text},"status":"pending"}`,
      `${text},"metadata":{"n":9007199254740993}}`,
      `${text},"target_model":"\\u0000"}`,
      `${text},"delivery_batch":"\\ud800"}`,
      `${text},"metadata":{"k":"\\ud83d\\ude00","n":1e3}}`,
    ].join('\n');
    const { end } = await readText(file);
    expect(reasons(end.issues)).toEqual([
      '1 status: is repeated',
      '2 metadata/n: is a number that cannot be stored without losing precision',
      '3 target_model: contains a NUL character',
      '4 delivery_batch: contains half of a surrogate pair',
    ]);
  });

  it('IMP-116 refuses ids with an exponent, and no other numbers', async () => {
    const text = JSON.stringify(row(1, { metadata: { run_id: 5 } })).replace('5}', '1e5}');
    const review = ',"reviews":[{"turing_review_id":1e3,"status":"passed"}]}';
    const file = [
      text,
      text.replace('"turing_task_id":1', '"turing_task_id":1.23e+11'),
      `${text.slice(0, -1)}${review}`,
    ].join('\n');
    const { end } = await readText(file);
    const reason =
      'is an id that a spreadsheet or a program has shortened to an exponent: write all of its digits, in a spreadsheet as whole numbers or text';
    expect(reasons(end.issues)).toEqual([
      `2 turing_task_id: ${reason}`,
      `3 reviews/0/turing_review_id: ${reason}`,
    ]);
  });

  it('IMP-15 reports every invalid row and reads to the end', async () => {
    const { end, lines } = await readText(
      `[${JSON.stringify(row(1))},{"a":tru},17,${JSON.stringify({ ...row(2), status: 1 })}]`,
    );
    expect(end).toMatchObject({ rows: 4, errors: 3, failure: undefined });
    expect(end.issues.filter((issue) => issue.row === 3).map((issue) => issue.reason)).toEqual([
      'must be an object',
    ]);
    expect(end.issues.at(-1)).toEqual({
      row: 4,
      field: 'status',
      severity: 'error',
      reason: 'must be 1 to 64 of a-z, 0-9 and _, beginning with a letter',
    });
    expect(lines.stage_task).toHaveLength(1);
  });

  it('IMP-15 stores 10,000 errors and counts all', async () => {
    const file = '{"turing_task_id":1}\n'.repeat(6_000);
    const { end } = await readText(file);
    expect(end.errors).toBe(12_000);
    expect(end.issues).toHaveLength(MAX_ISSUES);
    expect(end.fields.size).toBe(2);
    expect([...end.fields.values()]).toEqual([6_000, 6_000]);
  });

  it('IMP-15 counts by field, of very many fields the first hundred', async () => {
    const unknown = (line: number) =>
      Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`field ${line}.${n}`, 1]));
    const rows = Array.from({ length: 10 }, (_, line) => ({ ...row(line + 2), ...unknown(line) }));
    const { end } = await readText(fileOf({ ...row(1), status: 1 }, ...rows));
    expect(end.errors).toBe(201);
    expect(end.fields.get('status')).toBe(1);
    expect(end.fields.get('field 2.7')).toBe(1);
    expect(end.fields.size).toBe(100);
  });

  it('IMP-16 reports the same error for an unknown project and one without data-upload', async () => {
    const { end } = await readText(
      fileOf(row(1), row(2, { turing_project_id: 1003 }), row(3, { turing_project_id: 999_999 })),
    );
    expect(reasons(end.issues)).toEqual([
      '2 turing_project_id: is not a project that you may upload to',
      '3 turing_project_id: is not a project that you may upload to',
    ]);
  });

  it('IMP-24 reports whether ids rise from row to row', async () => {
    const ascending = async (...ids: number[]) =>
      (await readText(fileOf(...ids.map((id) => row(id))))).end.ascending;
    expect(await ascending(1, 2, 9)).toBe(true);
    expect(await ascending(1, 9, 2)).toBe(false);
    expect(await ascending(1, 1)).toBe(false);
  });
});

describe('hostile files', () => {
  const MB = 1024 * 1024;
  const chunk = (character: string) => Buffer.alloc(MB, character);

  /** What the process holds when all that is garbage is collected, in bytes. */
  function held(): number {
    if (gc === undefined) throw new Error('the tests need --expose-gc');
    gc();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  }

  /** The largest increase of what the process holds, measured at every 16th chunk. */
  async function growthOf(
    content: () => Generator<Buffer>,
    settings: Parameters<typeof readToEnd>[1] = {},
  ) {
    const before = held();
    let highest = before;
    const watched = function* (): Generator<Buffer> {
      let count = 0;
      for (const piece of content()) {
        if (++count % 16 === 0) highest = Math.max(highest, held());
        yield piece;
      }
    };
    const end = await readToEnd(watched(), settings);
    return { end, megabytes: (highest - before) / MB };
  }

  it('IMP-6 skips a string that is longer than one of Node can be, in bounded memory', async () => {
    const piece = chunk('x');
    const { end, megabytes } = await growthOf(function* () {
      yield Buffer.from(`[${JSON.stringify(row(1))},{"status":"`);
      for (let count = 0; count < 600; count++) yield piece;
      yield Buffer.from(`"},${JSON.stringify(row(2))}]`);
    });
    expect(reasons(end.issues)).toEqual(['2 : is larger than 8388608 bytes']);
    expect(end).toMatchObject({ rows: 3, failure: undefined });
    expect(megabytes).toBeLessThan(20);
  });

  it('IMP-6 survives millions of nested arrays', async () => {
    const open = chunk('[');
    const { end, megabytes } = await growthOf(function* () {
      for (let count = 0; count < 64; count++) yield open;
    });
    expect(end.failure).toMatch(/^The file ends within row 1/);
    expect(megabytes).toBeLessThan(20);

    const closed = await readText(`[${'['.repeat(100_000)}${']'.repeat(100_000)}]`);
    expect(reasons(closed.end.issues)).toEqual(['1 : is nested deeper than 70 levels']);
  });

  it('IMP-5 stops at a gzip bomb', async () => {
    const bomb = gzipSync(`[[${' '.repeat(200 * MB)}`);
    const { end, megabytes } = await growthOf(function* () {
      for (let at = 0; at < bomb.length; at += 4096) yield bomb.subarray(at, at + 4096);
    });
    expect(end.failure).toBe('The file unpacks to more than 300 times its size');
    expect(megabytes).toBeLessThan(20);

    const small = await readText(gzipSync(taskFileText({ tasks: 1000, turingProjectId: 1001 })), {
      limits: { ...TASK_FILE_LIMITS, maxElementBytes: MB, maxUnpackedBytes: 100_000 },
    });
    expect(small.end.failure).toBe('The file unpacks to more than 100000 bytes');
  });

  it('IMP-51 stops at a file of blanks', async () => {
    const { maxBlanks } = TASK_FILE_LIMITS;
    // Far longer than what streams read ahead.
    const member = gzipSync(' '.repeat(20 * maxBlanks));
    const packed = Buffer.concat([gzipSync('['), ...Array.from({ length: 60 }, () => member)]);
    let read = 0;
    const { end } = await readAll(
      (function* () {
        for (let at = 0; at < packed.length; at += 1024) {
          read = at;
          yield packed.subarray(at, at + 1024);
        }
      })(),
    );
    expect(end.failure).toBe(
      'The file has more than 1,048,576 blanks at one place outside of its rows (at byte 1,048,577)',
    );
    expect(read).toBeLessThan(packed.length / 2);
    const accepted = await readText(
      fileOf(row(1), row(2)).replace('},{', `},${'\n'.repeat(maxBlanks)}{`),
    );
    expect(accepted.end).toMatchObject({ rows: 2, failure: undefined });
  });

  it('IMP-5 reports truncated or damaged gzip data', async () => {
    const packed = gzipSync(taskFileText({ tasks: 1000, turingProjectId: 1001 }));
    const cut = await readText(packed.subarray(0, -20));
    expect(cut.end.failure).toBe('The gzip data is truncated');
    const damaged = Buffer.from(packed);
    // The type of the first block does not exist.
    damaged[10] = 0xff;
    expect((await readText(damaged)).end.failure).toBe('The gzip data is damaged');
    expect((await readText(packed)).end.failure).toBeUndefined();
  });

  it('IMP-6 needs no more memory for a long file than for a short one', async () => {
    const plan = { turingProjectId: 1001, format: 'ndjson' as const };
    const short = await growthOf(() => taskFileChunks({ ...plan, tasks: 10_000 }));
    const long = await growthOf(() => taskFileChunks({ ...plan, tasks: 100_000 }));
    expect(long.end).toMatchObject({ rows: 100_000, errors: 0 });
    expect(short.end.rows).toBe(10_000);
    // The longer file is 40 MB longer; a few chunks are on their way.
    expect(long.megabytes).toBeLessThan(short.megabytes + 16);
  });
});
