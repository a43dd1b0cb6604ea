import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayOf, nextMidnight } from './periods.js';

const ZONES = ['America/Los_Angeles', 'UTC', 'Asia/Kolkata', 'Pacific/Kiritimati', 'Asia/Beirut'];
const instant = fc.date({
  min: new Date('2000-01-02T00:00:00Z'),
  max: new Date('2035-12-30T00:00:00Z'),
  noInvalidDate: true,
});

describe('periods', () => {
  it('DASH-5 uses the calendar of the zone for the day of an instant', () => {
    expect(dayOf(new Date('2026-01-05T07:59:59Z'), 'America/Los_Angeles')).toBe('2026-01-04');
    expect(dayOf(new Date('2026-01-05T08:00:00Z'), 'America/Los_Angeles')).toBe('2026-01-05');
    expect(dayOf(new Date('2026-07-05T06:59:59Z'), 'America/Los_Angeles')).toBe('2026-07-04');
  });

  it('DASH-5 agrees with the calendar of Intl for any instant and zone', () => {
    fc.assert(
      fc.property(instant, fc.constantFrom(...ZONES), (at, zone) => {
        const expected = new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(at);
        expect(dayOf(at, zone)).toBe(expected);
      }),
    );
  });

  it('DASH-5 starts the next day at its first instant', () => {
    fc.assert(
      fc.property(instant, fc.constantFrom(...ZONES), (at, zone) => {
        const midnight = nextMidnight(at, zone);
        expect(midnight.getTime()).toBeGreaterThan(at.getTime());
        expect(dayOf(new Date(midnight.getTime() - 1), zone)).toBe(dayOf(at, zone));
        expect(dayOf(midnight, zone) > dayOf(at, zone)).toBe(true);
      }),
    );
  });
});
