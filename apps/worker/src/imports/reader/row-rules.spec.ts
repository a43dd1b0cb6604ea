import { TASK_FILE_LIMITS } from '@portal/contracts/task-file';
import { taskFileReviewSchema, taskFileRowSchema } from '@portal/contracts/tasks';
import { runs } from '@portal/testing/runs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NOW } from '../spec-support/reading.js';
import { review, row } from '../spec-support/rows.js';
import type { TaskRow } from '../task-row.js';
import { readRow } from './row-rules.js';

function check(
  value: unknown,
  isMapped = false,
): { row: TaskRow | undefined; errors: [string, string][] } {
  const errors: [string, string][] = [];
  const report = (field: string, reason: string) => errors.push([field, reason]);
  const result = readRow(value, NOW.getTime(), report, isMapped);
  return { row: result, errors };
}

const isAccepted = (value: unknown) => check(value).errors.length === 0;

/** Values at or near the limits of the rules, and any JSON values. */
const edges = fc.oneof(
  fc.constantFrom<unknown[]>(
    null,
    undefined,
    '',
    ' ',
    0,
    -1,
    1,
    0.5,
    100_000,
    100_001,
    1e6,
    -1e6,
    1_000_001,
    2 ** 53 - 1,
    2 ** 53,
    true,
    [],
    {},
    'completed',
    'Completed',
    'nan',
    ' NULL',
    '#N/A',
    'a'.repeat(64),
    'a'.repeat(65),
    '_a',
    'ongoing',
    'draft',
    'passed',
    'pending',
    'x@example.com',
    'X.Y+z@Example.CO',
    'x@example',
    '@',
    'https://example.com',
    'http://example.com',
    'https://',
    'https:/x',
    ' https://example.com/a b ',
    'https://xn--a/',
    'https://a_b.example/',
    'https://1.2.3.999/',
    'https://[::1]/',
    'HTTPS://EXAMPLE.COM/?q',
    'x'.repeat(200),
    'x'.repeat(201),
    'é'.repeat(200),
    'e\u0301'.repeat(200),
    ` ${'x'.repeat(200)}\t`,
    '\u200b\u3164',
    '\u00a0',
    '\u0001',
    'a\ud800',
    '2026-06-01T00:00:00Z',
    '2026-06-01',
    '2026-06-31T00:00:00Z',
    '2026-06-01T00:00:00.25-07:00',
  ),
  fc.jsonValue({ maxDepth: 2 }),
);
const fields = [...Object.keys(taskFileRowSchema.shape), 'unknown', 'toString', 'constructor'];
const reviewFields = [...Object.keys(taskFileReviewSchema.shape), 'other'];
const changedReviews = fc
  .array(
    fc.tuple(fc.constantFrom(...reviewFields), fc.oneof(edges, fc.array(edges, { maxLength: 2 }))),
    { maxLength: 2 },
  )
  .map((changes) => ({ ...review(1), ...Object.fromEntries(changes) }));
const rows = fc
  .tuple(
    fc.array(fc.tuple(fc.constantFrom(...fields), edges), { maxLength: 3 }),
    fc.option(changedReviews, { nil: undefined }),
  )
  .map(([changes, changedReview]) => ({
    ...row(1),
    ...(changedReview && { reviews: [changedReview] }),
    ...Object.fromEntries(changes),
  }));

describe('readRow', () => {
  it('IMP-10 accepts exactly the rows that the contract accepts', () => {
    fc.assert(
      fc.property(rows, (value) => {
        // As read from a file: without undefined.
        const fromFile: unknown = JSON.parse(JSON.stringify(value));
        expect(isAccepted(fromFile)).toBe(taskFileRowSchema.safeParse(fromFile).success);
      }),
      { numRuns: runs(300) },
    );
  });

  it('IMP-10 has the limits of the contract in each field', () => {
    const limits = Object.values(TASK_FILE_LIMITS).filter((limit) => typeof limit === 'number');
    const around = limits.flatMap((limit) => [limit, limit + 1]);
    const values = [
      ...around,
      ...around.filter((length) => length < 100_000).map((length) => 'x'.repeat(length)),
    ];
    const inTasks = fields.flatMap((field) =>
      values.map((value) => ({ ...row(1), [field]: value })),
    );
    const inReviews = reviewFields.flatMap((field) =>
      values.map((value) => ({ ...row(1), reviews: [{ ...review(1), [field]: value }] })),
    );
    const differing = [...inTasks, ...inReviews].filter(
      (value) => isAccepted(value) !== taskFileRowSchema.safeParse(value).success,
    );
    expect(differing).toEqual([]);
  });

  it('IMP-10 accepts no row that is not an object', () => {
    for (const value of [null, 1, 'x', [], true]) {
      expect(check(value).errors).toEqual([['', 'must be an object']]);
    }
  });

  it('IMP-10 names each invalid and each unknown field', () => {
    const { errors } = check({
      ...row(1),
      status: 'No!',
      turing_batch_id: undefined,
      colour: 'red',
      reviews: [review(1), { ...review(2), score: 'high' }],
    });
    expect(errors).toEqual([
      ['colour', 'is not a known field'],
      ['turing_batch_id', 'is missing; must be an integer from 1 to 9007199254740991'],
      ['status', 'must be 1 to 64 of a-z, 0-9 and _, beginning with a letter'],
      ['reviews/1/score', 'must be a number from -1000000 to 1000000, or null'],
    ]);
  });

  it('IMP-142 a row of a format names its project by one id or the other, and not by none', () => {
    const { turing_project_id: _, ...placeless } = row(1);
    expect(check({ ...placeless, project_id: 3 }, true).errors).toEqual([]);
    const missing = [['turing_project_id', expect.stringMatching(/^is missing/)]];
    expect(check(placeless, true).errors).toEqual(missing);
    expect(check({ ...placeless, project_id: 3 }).errors).toEqual(missing);
  });

  it('IMP-12 stores emails in lower case, and empty or missing values as null or the default', () => {
    const { row: read } = check({
      turing_task_id: 5,
      turing_project_id: 1001,
      turing_batch_id: 7,
      status: 'pending',
      user_email: 'Ada.L@Example.COM',
      target_model: '',
      batch_name: '',
      reviews: [{ turing_review_id: 9, status: 'passed', reviewer_email: 'R@E.CO', feedback: '' }],
    });
    expect(read).toMatchObject({
      user_email: 'ada.l@example.com',
      target_model: null,
      batch_name: null,
      number_of_turns: 0,
      duration_minutes: null,
      completed_at: null,
      metadata: null,
      reviews: [{ reviewer_email: 'r@e.co', feedback: null, score: null, submitted_at: null }],
    });
    expect(check(row(1)).row?.reviews).toBeUndefined();
  });

  it('IMP-17 reads the name of a batch as the API does', () => {
    const named = (name: string | null) => check({ ...row(1), batch_name: name });
    for (const [written, stored] of [
      ['Spring 2026', 'Spring 2026'],
      ['  Spring\u3000', 'Spring'],
      ['Cafe\u0301', 'Caf\u00e9'],
      ['a\tb\u200b', 'a\tb\u200b'],
      [`${'e\u0301'.repeat(200)} `, '\u00e9'.repeat(200)],
      [' \n\u00a0', null],
      ['', null],
      [null, null],
    ] as const) {
      expect(named(written)).toMatchObject({ row: { batch_name: stored }, errors: [] });
    }
    for (const wrong of ['\u200b', ' \u3164\ufe0f', '\u0001', '\u00e9'.repeat(201)]) {
      expect(named(wrong).errors).toEqual([
        ['batch_name', 'must have a visible character, at most 200 in all, or be null'],
      ]);
    }
    expect(check({ ...row(1), target_model: ' e\u0301 ' }).row?.target_model).toBe('é');
    expect(check({ ...row(1), user_email: ' A@x.org ' }).row?.user_email).toBe('a@x.org');
  });

  it.each(['nan', 'NaN', 'null', 'NULL', 'None', '#N/A', '#REF!', ' <NA> ', 'n/a', 'undefined'])(
    'IMP-117 takes %j for no status, model, batch or delivery batch',
    (text) => {
      for (const field of ['status', 'target_model', 'batch_name', 'delivery_batch']) {
        const [[wrong, reason] = []] = check({ ...row(1), [field]: text }).errors;
        expect(wrong).toBe(field);
        expect(reason).toMatch(field === 'status' ? /must be|programs/ : /programs write/);
        expect(check({ ...row(1), [field]: 'none' }).errors).toEqual([]);
      }
      const feedback = { ...row(1), reviews: [{ ...review(1), feedback: text }] };
      expect(check(feedback).errors).toEqual([]);
    },
  );

  it('IMP-17 stores each name that the contract accepts in the form of the contract', () => {
    const names = fc.oneof(edges, fc.string({ unit: 'binary', maxLength: 4 }));
    fc.assert(
      fc.property(names, (name) => {
        const fromFile: unknown = JSON.parse(JSON.stringify({ ...row(1), batch_name: name }));
        const parsed = taskFileRowSchema.safeParse(fromFile);
        expect(isAccepted(fromFile)).toBe(parsed.success);
        if (parsed.success)
          expect(check(fromFile).row?.batch_name).toBe(parsed.data.batch_name ?? null);
      }),
      { numRuns: runs(200) },
    );
  });

  it('IMP-13 accepts metadata of at most 64 levels and 64 KiB', () => {
    const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: nested(levels - 1) });
    expect(isAccepted({ ...row(1), metadata: nested(64) })).toBe(true);
    expect(check({ ...row(1), metadata: nested(65) }).errors).toEqual([
      ['metadata', 'is nested deeper than 64 levels'],
    ]);
    const sized = (bytes: number) => ({ a: 'x'.repeat(bytes - '{"a":""}'.length) });
    const most = TASK_FILE_LIMITS.maxMetadataBytes;
    expect(isAccepted({ ...row(1), metadata: sized(most) })).toBe(true);
    expect(isAccepted({ ...row(1), metadata: sized(most + 1) })).toBe(false);
    expect(isAccepted({ ...row(1), metadata: [] })).toBe(false);
  });

  it('IMP-158 takes up to 50 reasons of a review, each once, and names what is none', () => {
    const given = (reasons: unknown) => check({ ...row(1), reviews: [{ ...review(1), reasons }] });
    const texts = Array.from({ length: 51 }, (_, at) => `Reason ${at}`);
    expect(given([' No source ', 'Typos', 'No source']).row?.reviews).toMatchObject([
      { reasons: ['No source', 'Typos'] },
    ]);
    for (const none of [undefined, null, []]) {
      expect(given(none).row?.reviews).toMatchObject([{ reasons: null }]);
    }
    expect(given(texts.slice(1)).errors).toEqual([]);
    expect(given(texts).errors).toEqual([
      ['reviews/0/reasons', 'must be a list of at most 50 texts, or null'],
    ]);
    expect(given(['Typos', ' ', null, 1]).errors).toEqual([
      ['reviews/0/reasons/1', 'must not be empty'],
      ['reviews/0/reasons/2', 'must not be empty'],
      ['reviews/0/reasons/3', 'must be text of at most 200 characters, or null'],
    ]);
  });

  it('IMP-14 refuses two reviews with one id in one row', () => {
    expect(isAccepted({ ...row(1), reviews: [review(1), review(2)] })).toBe(true);
    expect(check({ ...row(1), reviews: [review(1), review(1)] }).errors).toEqual([
      ['reviews/1/turing_review_id', 'is repeated in this row'],
    ]);
  });
});
