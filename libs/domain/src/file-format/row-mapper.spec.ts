import { type FormatSettingsInput, formatSettingsSchema } from '@portal/contracts/file-formats';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { minutesOf, minutesOfClock, numberLiteral } from './numbers.js';
import { absentColumns, newColumns, readColumns, rowMapper } from './row-mapper.js';

const settings = (over: Partial<FormatSettingsInput> = {}) =>
  formatSettingsSchema.parse({
    ...{ file: 'csv', time_zone: 'UTC', columns: ['A', 'B', 'C', 'D'] },
    fields: {
      turing_task_id: { columns: ['A'] },
      turing_project_id: { constant: 7 },
      turing_batch_id: { constant: 1 },
      status: { columns: ['B'], values: { Done: 'completed', None: null } },
    },
    ...over,
  });
const told: string[] = [];
const report = (field: string, reason: string, value: string) =>
  void told.push(`${field} ${reason} ${value}`);

describe('the rows of file formats', () => {
  it('IMP-142 names the columns that it reads, misses and does not know', () => {
    const format = settings({ metadata: ['C'] });
    expect(readColumns(format)).toEqual(['A', 'B', 'C']);
    expect(absentColumns(format, ['a ', ' b'])).toEqual(['C']);
    expect(absentColumns(format, undefined)).toEqual([]);
    expect(newColumns(format, ['A', 'b', 'c', 'D', 'E', ''])).toEqual(['E']);
  });

  it('IMP-142 an empty cell keeps the stored value, or clears what may be empty', () => {
    const fields = { ...settings().fields, target_model: { columns: ['C'] } };
    const keep = rowMapper(settings({ fields }), ['A', 'B', 'C']);
    expect(keep(['1', ' ', ''], report)).toEqual({
      ...{ turing_task_id: 1, turing_project_id: 7, turing_batch_id: 1 },
    });
    expect(keep(['1', 'none', ''], report)).not.toHaveProperty('status');
    const clear = rowMapper(settings({ fields, empty: 'clear' }), ['A', 'B', 'C']);
    expect(clear(['1', '', ''], report)).toMatchObject({ target_model: null });
    expect(clear(['1', '', ''], report)).not.toHaveProperty('status');
  });

  it('IMP-142 an object that is no value is told, and a list of values is joined', () => {
    const map = rowMapper(settings({ file: 'json' }), undefined);
    expect(map({ A: 1, B: ['x', 'y'] }, report)).toMatchObject({ status: 'x, y' });
    expect(map({ A: 1, B: { c: 1 } }, report)).toBeUndefined();
    expect(told).toEqual(['status is an object or a list of them: choose one of its values ']);
  });

  it('IMP-145 a row has a review if a column of it has a value, whatever is constant', () => {
    const review = { status: { constant: 'approved' }, reviewer_email: { columns: ['C'] } };
    const map = rowMapper(settings({ review }), ['A', 'B', 'C']);
    expect(map(['1', '', 'bo@example.com'], report)).toMatchObject({
      reviews: [{ status: 'approved', reviewer_email: 'bo@example.com' }],
    });
    expect(map(['1', '', ''], report)).not.toHaveProperty('reviews');
  });

  it('IMP-159 reasons of reviews are lists, or texts between semicolons, with their meanings', () => {
    const review = {
      ...{ turing_review_id: { columns: ['A'] }, status: { constant: 'rejected' } },
      reasons: { columns: ['C', 'D'], values: { 'no src': 'No source', none: null } },
    };
    const ofCsv = rowMapper(settings({ review }), ['A', 'B', 'C', 'D']);
    const reasonsOf = (row: unknown) => (row as { reviews: [unknown] }).reviews[0];
    expect(
      reasonsOf(ofCsv(['1', '', 'NO SRC; Too long, and dull ;none', 'Typos'], report)),
    ).toEqual({
      ...{ turing_review_id: 1, status: 'rejected' },
      reasons: ['No source', 'Too long, and dull', 'Typos'],
    });
    expect(reasonsOf(ofCsv(['1', '', ' ;', ''], report))).not.toHaveProperty('reasons');
    const ofJson = rowMapper(settings({ file: 'json', review }), undefined);
    expect(reasonsOf(ofJson({ A: 1, C: ['no src', 'a; b', null] }, report))).toMatchObject({
      reasons: ['No source', 'a; b'],
    });
    expect(ofJson({ A: 1, C: [{ name: 'x' }] }, report)).toBeUndefined();
    expect(told.at(-1)).toMatch(/^reviews\/0\/reasons is an object or a list of them/);
    const constant = { ...review, reasons: { constant: 'Typos' } };
    const same = rowMapper(settings({ review: constant }), ['A', 'B', 'C', 'D']);
    expect(reasonsOf(same(['1', '', '', ''], report))).toMatchObject({ reasons: ['Typos'] });
  });

  it('IMP-142 a key with dots counts before a path, and nothing is inherited', () => {
    const fields = { ...settings().fields, status: { columns: ['a.b'] } };
    const map = rowMapper(settings({ file: 'json', fields }), undefined);
    expect(map({ A: 1, 'a.b': 'own', a: { b: 'path' } }, report)).toMatchObject({ status: 'own' });
    expect(map({ A: 1, a: { b: 'path' } }, report)).toMatchObject({ status: 'path' });
    const inherited = { ...settings().fields, status: { columns: ['constructor.name'] } };
    const none = rowMapper(settings({ file: 'json', fields: inherited }), undefined);
    expect(none({ A: 1 }, report)).not.toHaveProperty('status');
  });

  it('IMP-152 reads numbers with either decimal sign', () => {
    expect(numberLiteral('1,234.5', '.')).toBe('1234.5');
    expect(numberLiteral('1.234,5', ',')).toBe('1234.5');
    expect(numberLiteral('1,5', '.')).toBeUndefined();
    expect(numberLiteral('1.5', ',')).toBeUndefined();
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (double) => {
        // Not -0, whose text is that of 0.
        const value = double + 0;
        const text = String(value);
        expect(Number(numberLiteral(text, '.'))).toBe(value);
        expect(Number(numberLiteral(text.replace('.', ','), ','))).toBe(value);
      }),
    );
  });

  it('IMP-152 takes numbers of JSON as they are, whatever the decimal sign', () => {
    const fields = {
      ...settings().fields,
      duration_minutes: { columns: ['m'] },
      user_email: { columns: ['u'], values: { 5: 'five@example.com' } },
    };
    const format = settings({ file: 'json', decimal: ',', duration: 'hours', fields });
    const map = rowMapper(format, undefined);
    expect(map({ A: 12, m: 1.5, u: 5 }, report)).toMatchObject({
      ...{ turing_task_id: 12, duration_minutes: 90, user_email: 'five@example.com' },
    });
    expect(map({ A: '12', m: '1,5' }, report)).toMatchObject({
      ...{ turing_task_id: 12, duration_minutes: 90 },
    });
  });

  it('IMP-152 turns hours and seconds into minutes', () => {
    expect([minutesOf(1.5, 'hours'), minutesOf(90, 'seconds'), minutesOf(2, 'minutes')]).toEqual([
      ...[90, 1.5, 2],
    ]);
    expect([minutesOfClock('1:30'), minutesOfClock('0:00:45'), minutesOfClock('x')]).toEqual([
      ...[90, 0.75, undefined],
    ]);
  });
});
