import { runs } from '@portal/testing/runs';
import { instantSchema } from '@portal/contracts/scalars';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readInstant } from './instants.js';

const LATEST = Date.parse('2026-07-02T12:00:00Z');
const isRead = (text: string) => 'text' in readInstant(text, LATEST);

const two = fc.integer({ min: 0, max: 99 }).map((part) => String(part).padStart(2, '0'));
const offsets = fc.oneof(
  fc.constantFrom('Z', 'z', '', '+00:00', '-23:59', '+0530', '+24:00', '+05:60', ' Z'),
  fc.tuple(fc.constantFrom('+', '-'), two, two).map(([sign, h, m]) => `${sign}${h}:${m}`),
);
const texts = fc
  .tuple(
    fc.integer({ min: 1999, max: 2027 }),
    fc.constantFrom('-', '/'),
    fc.integer({ min: 0, max: 13 }).map((part) => String(part).padStart(2, '0')),
    fc.integer({ min: 0, max: 32 }).map((part) => String(part).padStart(2, '0')),
    fc.constantFrom('T', 'T', 'T', ' ', 't'),
    two,
    fc.constantFrom(':', ':', ''),
    two,
    two,
    fc.constantFrom('', '', '.', '.5', '.123456789', '.x'),
    offsets,
  )
  .map(
    ([year, dash, month, day, t, hour, colon, minute, second, fraction, offset]) =>
      `${year}${dash}${month}-${day}${t}${hour}:${minute}${colon}${second}${fraction}${offset}`,
  );

describe('readInstant', () => {
  it('IMP-11 accepts what the contract accepts, within the allowed years', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const ms = Date.parse(text);
        const valid = instantSchema.safeParse(text).success;
        const inRange = ms >= Date.UTC(2000, 0, 1) && ms <= LATEST;
        expect(isRead(text)).toBe(valid && inRange);
      }),
      { numRuns: runs(1_000) },
    );
  });

  it('IMP-11 refuses dates that do not exist', () => {
    fc.assert(
      fc.property(
        fc.date({
          min: new Date('2000-01-01T00:00:00Z'),
          max: new Date(LATEST),
          noInvalidDate: true,
        }),
        (date) => {
          expect(readInstant(date.toISOString(), LATEST)).toEqual({ text: date.toISOString() });
          expect(isRead(date.toISOString())).toBe(true);
        },
      ),
    );
    expect(isRead('2024-02-29T00:00:00Z')).toBe(true);
    expect(isRead('2023-02-29T00:00:00Z')).toBe(false);
    expect(isRead('2000-02-29T00:00:00Z')).toBe(true);
  });

  it('IMP-11 refuses times before 2000 and more than a day in the future', () => {
    expect(readInstant('1999-12-31T23:59:59Z', LATEST)).toEqual({
      reason: 'must not be before 2000-01-01',
    });
    expect(isRead('2000-01-01T00:00:00Z')).toBe(true);
    expect(isRead('1999-12-31T20:00:00-05:00')).toBe(true);
    expect(isRead('2026-07-02T12:00:00Z')).toBe(true);
    expect(readInstant('2026-07-02T12:00:01Z', LATEST)).toEqual({
      reason: 'must not be more than a day in the future',
    });
  });

  it('IMP-11 preserves microseconds, and the instant if PostgreSQL cannot read the offset', () => {
    expect(readInstant('2026-01-01T00:00:00.123456789+02:00', LATEST)).toEqual({
      text: '2026-01-01T00:00:00.123456+02:00',
    });
    expect(readInstant('2026-01-02T00:00:00.5+23:59', LATEST)).toEqual({
      text: '2026-01-01T00:01:00.5Z',
    });
  });
});
