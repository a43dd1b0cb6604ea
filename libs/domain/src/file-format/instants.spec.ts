import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { instantReader } from './instants.js';

const BERLIN = 'Europe/Berlin';

describe('instants of file formats', () => {
  it.each([
    ['year-first', '2026-01-06T10:00:00Z', '2026-01-06T10:00:00Z'],
    ['year-first', '2026-01-06 10:00', '2026-01-06T10:00:00+01:00'],
    ['year-first', '2026/7/6 10:00:05.25', '2026-07-06T10:00:05.25+02:00'],
    ['year-first', '2026-01-06', '2026-01-06T00:00:00+01:00'],
    ['year-first', '2026-01-06T10:00:00+0530', '2026-01-06T10:00:00+05:30'],
    ['year-first', '2026-01-06 10:00 UTC', '2026-01-06T10:00:00Z'],
    ['day-first', '06.01.2026', '2026-01-06T00:00:00+01:00'],
    ['day-first', '6/1/26 9:05 PM', '2026-01-06T21:05:00+01:00'],
    ['day-first', '06/Jan/26 10:00 AM', '2026-01-06T10:00:00+01:00'],
    ['month-first', '1/6/2026 12:30 AM', '2026-01-06T00:30:00+01:00'],
    ['month-first', 'Jan 6, 2026, 10:00', '2026-01-06T10:00:00+01:00'],
    ['epoch-seconds', '1767690000', '2026-01-06T09:00:00Z'],
    ['epoch-seconds', '1767690000.5', '2026-01-06T09:00:00.5Z'],
    ['epoch-milliseconds', '1767690000250', '2026-01-06T09:00:00.250Z'],
  ] as const)('IMP-151 reads %s: %s', (form, text, instant) => {
    expect(instantReader(form, BERLIN)(text)).toBe(instant);
  });

  it.each([
    ['year-first', '06.01.2026'],
    ['day-first', '2026-01-06'],
    ['day-first', 'yesterday'],
    ['month-first', '1/6/2026 13:00 PM'],
    ['epoch-seconds', '2026-01-06'],
    ['epoch-milliseconds', '-5'],
  ] as const)('IMP-151 does not read as %s: %s', (form, text) => {
    expect(instantReader(form, BERLIN)(text)).toBeUndefined();
  });

  it('IMP-151 takes the first of two equal clocks, and moves on from one that is skipped', () => {
    const read = instantReader('year-first', BERLIN);
    expect(read('2026-10-25 02:30')).toBe('2026-10-25T02:30:00+02:00');
    expect(read('2026-03-29 02:30')).toBe('2026-03-29T02:30:00+01:00');
  });

  it('IMP-151 reads each instant in each form as itself', () => {
    const instants = fc.integer({ min: 946_684_800, max: 2_000_000_000 });
    const two = (value: number) => String(value).padStart(2, '0');
    fc.assert(
      fc.property(instants, (seconds) => {
        const at = new Date(seconds * 1000);
        const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate()];
        const clock = `${at.getUTCHours()}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())}`;
        const hours = at.getUTCHours() % 12 || 12;
        const half = `${hours}:${clock.split(':').slice(1).join(':')} ${at.getUTCHours() < 12 ? 'AM' : 'PM'}`;
        const written = {
          'year-first': `${year}-${two(month)}-${two(day)} ${clock}`,
          'day-first': `${day}.${month}.${year} ${clock}`,
          'month-first': `${month}/${day}/${year} ${half}`,
          'epoch-seconds': String(seconds),
          'epoch-milliseconds': String(seconds * 1000),
        } as const;
        for (const [form, text] of Object.entries(written)) {
          const read = instantReader(form as keyof typeof written, 'UTC')(text);
          expect(Date.parse(read ?? '')).toBe(seconds * 1000);
        }
      }),
    );
  });
});
