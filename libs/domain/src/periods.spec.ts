import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayOf, daysOf, eachDay, instantsOf, nextMidnight } from './periods.js';
import { currentWeek } from './weekly.js';

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

  it('TEAM-13 names the days of weeks and months', () => {
    expect(daysOf('this_week', '2026-03-01')).toEqual({ first: '2026-02-23', last: '2026-03-01' });
    expect(daysOf('last_week', '2026-03-02')).toEqual({ first: '2026-02-23', last: '2026-03-01' });
    expect(daysOf('this_month', '2028-02-29')).toEqual({ first: '2028-02-01', last: '2028-02-29' });
    expect(daysOf('last_month', '2026-03-31')).toEqual({ first: '2026-02-01', last: '2026-02-28' });
    expect(eachDay({ first: '2026-02-27', last: '2026-03-01' })).toEqual([
      '2026-02-27',
      '2026-02-28',
      '2026-03-01',
    ]);
  });

  it('TEAM-13 the instants of a week are those of the weekly progress, in any zone', () => {
    fc.assert(
      fc.property(instant, fc.constantFrom(...ZONES), (at, zone) => {
        const week = currentWeek(at, zone);
        const days = daysOf('this_week', dayOf(at, zone));
        expect(days).toEqual({ first: week.start, last: week.end });
        expect(instantsOf(days, zone)).toEqual({ start: week.startsAt, end: week.endsAt });
      }),
    );
  });
});
