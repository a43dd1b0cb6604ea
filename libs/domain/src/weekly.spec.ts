import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayOf } from './periods.js';
import {
  currentWeek,
  expectedToDate,
  progressOf,
  weekFrom,
  weekdaysElapsed,
  weeklyTarget,
} from './weekly.js';

const ZONES = ['America/Los_Angeles', 'UTC', 'Asia/Kolkata', 'Pacific/Auckland', 'Asia/Beirut'];
const HOUR = 3_600_000;
const instant = fc.date({
  min: new Date('2000-01-02T00:00:00Z'),
  max: new Date('2035-12-30T00:00:00Z'),
  noInvalidDate: true,
});
const target = fc.record({
  daily_tasks: fc.integer({ min: 1, max: 100_000 }),
  daily_turns: fc.integer({ min: 1, max: 100_000 }),
});
const work = fc.record({ tasks: fc.nat(1_000_000), turns: fc.nat(1_000_000) });

describe('currentWeek', () => {
  it('WEEK-1 runs from Monday to Sunday of the zone', () => {
    const week = currentWeek(new Date('2026-01-12T07:59:59Z'), 'America/Los_Angeles');
    expect(week).toEqual({
      start: '2026-01-05',
      end: '2026-01-11',
      startsAt: new Date('2026-01-05T08:00:00Z'),
      endsAt: new Date('2026-01-12T08:00:00Z'),
    });
  });

  it.each([
    ['2026-03-06T12:00:00Z', 7 * 24 - 1],
    ['2026-10-30T12:00:00Z', 7 * 24 + 1],
    ['2026-06-10T12:00:00Z', 7 * 24],
  ])('WEEK-1 includes the clock change in the week of %s', (now, hours) => {
    const week = currentWeek(new Date(now), 'America/Los_Angeles');
    expect((week.endsAt.getTime() - week.startsAt.getTime()) / HOUR).toBe(hours);
  });

  it('WEEK-1 contains its instant, and every instant in it gives the same week', () => {
    fc.assert(
      fc.property(
        instant,
        fc.constantFrom(...ZONES),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (now, zone, at) => {
          const week = currentWeek(now, zone);
          expect(week.startsAt.getTime()).toBeLessThanOrEqual(now.getTime());
          expect(week.endsAt.getTime()).toBeGreaterThan(now.getTime());
          expect(dayOf(week.startsAt, zone)).toBe(week.start);
          expect(dayOf(new Date(week.endsAt.getTime() - 1), zone)).toBe(week.end);
          expect(new Date(week.start).getUTCDay()).toBe(1);
          const length = week.endsAt.getTime() - week.startsAt.getTime();
          const other = new Date(week.startsAt.getTime() + Math.floor(at * (length - 1)));
          expect(currentWeek(other, zone)).toEqual(week);
          expect(weekFrom(week.start, zone)).toEqual(week);
        },
      ),
    );
  });
});

describe('expectedToDate', () => {
  it.each([
    ['2026-01-04', 0],
    ['2026-01-05', 1],
    ['2026-01-07', 3],
    ['2026-01-09', 5],
    ['2026-01-10', 5],
    ['2026-01-11', 5],
    ['2026-02-01', 5],
  ])('WEEK-2 counts the weekdays elapsed on %s as %d', (today, days) => {
    expect(weekdaysElapsed({ start: '2026-01-05' }, today)).toBe(days);
    expect(
      expectedToDate({ daily_tasks: 4, daily_turns: 30 }, { start: '2026-01-05' }, today),
    ).toEqual({ tasks: 4 * days, turns: 30 * days });
  });

  it('WEEK-2 never expects more than the weekly target', () => {
    fc.assert(
      fc.property(instant, instant, target, (now, then, daily) => {
        const week = currentWeek(now, 'UTC');
        const expected = expectedToDate(daily, week, dayOf(then, 'UTC'));
        expect(expected.tasks).toBeLessThanOrEqual(weeklyTarget(daily).tasks);
        expect(expected.turns).toBeLessThanOrEqual(weeklyTarget(daily).turns);
      }),
    );
  });
});

describe('progressOf', () => {
  const daily = { daily_tasks: 4, daily_turns: 40 };
  const monday = { tasks: 4, turns: 40 };

  it.each([
    [{ tasks: 16, turns: 0 }, 80, 400, 'error'],
    [{ tasks: 17, turns: 0 }, 85, 425, 'warning'],
    [{ tasks: 0, turns: 199 }, 99.5, 497.5, 'warning'],
    [{ tasks: 20, turns: 0 }, 100, 500, 'success'],
    [{ tasks: 0, turns: 220 }, 110, 550, 'success'],
    [{ tasks: 0, turns: 0 }, 0, 0, 'error'],
  ] as const)('WEEK-3 judges %j by the better of tasks and turns', (done, percent, pace, level) => {
    expect(progressOf(done, daily, monday)).toEqual({ percent, pace, level });
  });

  it('WEEK-3 is not on target before the target is reached, also after rounding', () => {
    const done = { tasks: 4999, turns: 0 };
    const wide = { daily_tasks: 1000, daily_turns: 100_000 };
    expect(progressOf(done, wide, weeklyTarget(wide))).toEqual({
      percent: 100,
      pace: 100,
      level: 'warning',
    });
  });

  it('WEEK-4 shows 0 percent without a target', () => {
    expect(progressOf({ tasks: 9, turns: 90 }, null, null)).toEqual({
      percent: 0,
      pace: 0,
      level: 'error',
    });
  });

  it('WEEK-3 never decreases when work is added', () => {
    const order = ['error', 'warning', 'success'];
    fc.assert(
      fc.property(target, work, work, (goal, done, more) => {
        const expected = weeklyTarget(goal);
        const before = progressOf(done, goal, expected);
        const after = progressOf(
          { tasks: done.tasks + more.tasks, turns: done.turns + more.turns },
          goal,
          expected,
        );
        expect(after.percent).toBeGreaterThanOrEqual(before.percent);
        expect(order.indexOf(after.level)).toBeGreaterThanOrEqual(order.indexOf(before.level));
      }),
    );
  });
});
