import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatWeek, mondayOf, relativeWeek, sundayOf, weekNumber, weeksFrom } from './weeks';

const days = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const weekday = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay();

describe('weeks', () => {
  it('LEAD-4 begin on the Monday on or before a day, and end on a Sunday', () => {
    fc.assert(
      fc.property(days, (day) => {
        const monday = mondayOf(day);
        expect(weekday(monday)).toBe(1);
        expect(weekday(sundayOf(monday))).toBe(0);
        expect(monday <= day && day <= sundayOf(monday)).toBe(true);
        expect(weeksFrom(weeksFrom(monday, 3), -3)).toBe(monday);
      }),
    );
  });

  it('LEAD-57 have their ISO number', () => {
    expect(weekNumber('2026-11-23')).toBe('W48');
    expect(weekNumber('2026-12-28')).toBe('W53');
    expect(weekNumber('2027-01-04')).toBe('W1');
    expect(weekNumber('2024-12-30')).toBe('W1');
  });

  it('LEAD-4 name their days, and the weeks next to the current one', () => {
    expect(formatWeek('2026-11-23')).toBe('Nov 23 – 29, 2026');
    expect(relativeWeek('2026-11-23', '2026-11-23')).toBe('This week');
    expect(relativeWeek('2026-11-16', '2026-11-23')).toBe('Last week');
    expect(relativeWeek('2026-11-30', '2026-11-23')).toBe('Next week');
    expect(relativeWeek('2026-11-09', '2026-11-23')).toBeNull();
  });
});
