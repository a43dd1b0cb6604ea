import { runs } from '@portal/testing/runs';
import fc from 'fast-check';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { isoInstant } from './pg-types.js';

const toDate = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ) as (text: string) => unknown;

/** The text format of PostgreSQL: a fraction has no trailing zeros. */
const written = fc
  .record({
    at: fc.date({
      noInvalidDate: true,
      min: new Date('0001-01-01T00:00:00Z'),
      max: new Date('9999-12-31T23:59:59Z'),
    }),
    fraction: fc.integer({ min: 0, max: 999_999 }),
  })
  .map(({ at, fraction }) => {
    const digits = String(fraction).padStart(6, '0').replace(/0+$/, '');
    const seconds = at.toISOString().slice(0, 19).replace('T', ' ');
    return `${seconds}${digits === '' ? '' : `.${digits}`}+00`;
  });

describe('instants as text', () => {
  it('DATA-7 equal those of Date, with the microseconds', () => {
    fc.assert(
      fc.property(written, (text) => {
        const date = toDate(text);
        const [, digits = ''] = /\.(\d+)/.exec(text) ?? [];
        const micros = digits.padEnd(6, '0').slice(3);
        const expected = date instanceof Date ? date.toISOString() : '';
        expect(isoInstant(text)).toBe(
          micros === '000' ? expected : expected.replace('Z', `${micros}Z`),
        );
      }),
      { numRuns: runs(500) },
    );
  });

  it.each([
    ['2026-03-01 12:00:00+00', '2026-03-01T12:00:00.000Z'],
    ['2026-03-01 12:00:00.5+00', '2026-03-01T12:00:00.500Z'],
    ['2026-03-01 12:00:00.123999+00', '2026-03-01T12:00:00.123999Z'],
    ['2026-03-01 12:00:00.1234+00', '2026-03-01T12:00:00.123400Z'],
    ['2026-03-01 12:00:00.000001+00', '2026-03-01T12:00:00.000001Z'],
    ['0044-03-15 12:00:00+00 BC', '-000043-03-15T12:00:00.000Z'],
    ['0001-03-15 12:00:00+00 BC', '0000-03-15T12:00:00.000Z'],
    ['12026-03-01 12:00:00+00', '+012026-03-01T12:00:00.000Z'],
    ['12026-03-01 12:00:00.123999+00', '+012026-03-01T12:00:00.123999Z'],
    ['0044-03-15 12:00:00.5+00 BC', '-000043-03-15T12:00:00.500Z'],
    ['2026-03-01 17:00:00.5-07', '2026-03-02T00:00:00.500Z'],
    ['2026-03-01 12:00:00.25+05:30', '2026-03-01T06:30:00.250Z'],
    ['2026-03-01 12:00:00.123456-07', '2026-03-01T19:00:00.123456Z'],
  ])('%s is %s', (text, instant) => {
    expect(isoInstant(text)).toBe(instant);
  });

  it.each(['infinity', '-infinity'])('%s is null', (text) => {
    expect(isoInstant(text)).toBeNull();
  });

  it.each(['yesterday', ''])('%s is refused', (text) => {
    expect(() => isoInstant(text)).toThrow(RangeError);
  });
});
