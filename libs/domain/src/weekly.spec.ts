import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayOf } from './periods.js';
import {
  currentWeek,
  goalOn,
  isOfWeek,
  lastWeeks,
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

describe('lastWeeks', () => {
  it('WEEK-5 lists adjoining weeks, the current one last, also across a clock change', () => {
    const now = new Date('2026-03-12T12:00:00Z');
    const weeks = lastWeeks(3, now, 'America/Los_Angeles');
    expect(weeks.map(({ start }) => start)).toEqual(['2026-02-23', '2026-03-02', '2026-03-09']);
    expect(weeks.at(-1)).toEqual(currentWeek(now, 'America/Los_Angeles'));
    expect(lastWeeks(1, now, 'UTC')).toEqual([currentWeek(now, 'UTC')]);
  });

  it('WEEK-5 leaves no instant between two weeks', () => {
    fc.assert(
      fc.property(
        instant,
        fc.constantFrom(...ZONES),
        fc.integer({ min: 2, max: 26 }),
        (now, zone, count) => {
          const weeks = lastWeeks(count, now, zone);
          expect(weeks).toHaveLength(count);
          expect(weeks.at(-1)).toEqual(currentWeek(now, zone));
          expect(weeks.slice(1).map(({ startsAt }) => startsAt)).toEqual(
            weeks.slice(0, -1).map(({ endsAt }) => endsAt),
          );
        },
      ),
    );
  });
});

describe('goalOn', () => {
  it.each([
    ['2026-01-04', 0, 0],
    ['2026-01-05', 1, 0],
    ['2026-01-07', 3, 2],
    ['2026-01-09', 5, 4],
    ['2026-01-10', 5, 5],
    ['2026-01-11', 5, 5],
    ['2026-02-01', 5, 5],
  ])(
    'WEEK-2 WEEK-16 counts the weekdays elapsed on %s as %d, before it %d',
    (today, days, before) => {
      const work = (count: number) => ({ tasks: 4 * count, turns: 30 * count });
      expect(weekdaysElapsed({ start: '2026-01-05' }, today)).toBe(days);
      expect(goalOn({ daily_tasks: 4, daily_turns: 30 }, { start: '2026-01-05' }, today)).toEqual({
        weekly: work(5),
        expected: work(days),
        due: work(before),
      });
    },
  );

  it('WEEK-2 never expects more than the weekly target', () => {
    fc.assert(
      fc.property(instant, instant, target, (now, then, daily) => {
        const week = currentWeek(now, 'UTC');
        const { expected, due } = goalOn(daily, week, dayOf(then, 'UTC'));
        expect(expected.tasks).toBeLessThanOrEqual(weeklyTarget(daily).tasks);
        expect(expected.turns).toBeLessThanOrEqual(weeklyTarget(daily).turns);
        expect(due.tasks).toBeLessThanOrEqual(expected.tasks);
        expect(due.turns).toBeLessThanOrEqual(expected.turns);
      }),
    );
  });
});

describe('progressOf', () => {
  const daily = { daily_tasks: 4, daily_turns: 40 };
  const none = { tasks: 0, turns: 0 };
  const day = { tasks: 4, turns: 40 };
  const tuesday = { weekly: weeklyTarget(daily), expected: { tasks: 8, turns: 80 }, due: day };
  const pastWeek = (goal: typeof daily) => {
    const weekly = weeklyTarget(goal);
    return { weekly, expected: weekly, due: weekly };
  };

  it.each([
    [{ tasks: 16, turns: 0 }, 80, 'error'],
    [{ tasks: 17, turns: 0 }, 85, 'warning'],
    [{ tasks: 0, turns: 199 }, 99.5, 'warning'],
    [{ tasks: 20, turns: 0 }, 100, 'success'],
    [{ tasks: 0, turns: 220 }, 110, 'success'],
    [none, 0, 'error'],
  ] as const)('WEEK-3 judges %j by the better of tasks and turns', (done, percent, level) => {
    const same = { pace: percent, level_percent: percent };
    expect(progressOf(done, pastWeek(daily))).toEqual({ percent, level, ...same });
  });

  it.each([
    [none, 0, 0, 0, 'error'],
    [{ tasks: 3, turns: 33 }, 16.5, 41.2, 82.5, 'error'],
    [{ tasks: 3, turns: 34 }, 17, 42.5, 85, 'warning'],
    [{ tasks: 4, turns: 0 }, 20, 50, 100, 'success'],
    [{ tasks: 19, turns: 0 }, 95, 237.5, 475, 'success'],
    [{ tasks: 21, turns: 0 }, 105, 262.5, 105, 'success'],
  ] as const)(
    'WEEK-16 WEEK-17 judges %j on a Tuesday by what Monday asked for',
    (done, percent, pace, level_percent, level) => {
      expect(progressOf(done, tuesday)).toEqual({ percent, pace, level, level_percent });
    },
  );

  it('WEEK-16 judges nobody on a Monday, except who reached the target of the week', () => {
    const monday = { weekly: weeklyTarget(daily), expected: day, due: none };
    const nothing = { level: null, level_percent: null };
    expect(progressOf({ tasks: 1, turns: 1 }, monday)).toMatchObject(nothing);
    const reached = { level: 'success', level_percent: 100 };
    expect(progressOf({ tasks: 20, turns: 0 }, monday)).toMatchObject(reached);
  });

  it.each([
    [4999, 99.9, 'warning'],
    [5000, 100, 'success'],
    [5004, 100, 'success'],
    [4249, 84.9, 'error'],
    [4250, 85, 'warning'],
    [4255, 85.1, 'warning'],
    [3, 0, 'error'],
  ] as const)('WEEK-3 cuts %d of 5000 to %d, without rounding', (tasks, percent, level) => {
    const wide = { daily_tasks: 1000, daily_turns: 100_000 };
    expect(progressOf({ tasks, turns: 0 }, pastWeek(wide))).toEqual({
      percent,
      pace: percent,
      level,
      level_percent: percent,
    });
  });

  it('WEEK-3 shows the percent of the level, and never more than is reached', () => {
    fc.assert(
      fc.property(target, work, (goal, done) => {
        const weekly = weeklyTarget(goal);
        const { percent, level } = progressOf(done, pastWeek(goal));
        const tenths = BigInt(Math.round(percent * 10));
        const reaches = (wanted: bigint) =>
          BigInt(done.tasks) * 1000n >= BigInt(weekly.tasks) * wanted ||
          BigInt(done.turns) * 1000n >= BigInt(weekly.turns) * wanted;
        expect([reaches(tenths), reaches(tenths + 1n)]).toEqual([true, false]);
        expect(level).toBe(percent >= 100 ? 'success' : percent >= 85 ? 'warning' : 'error');
      }),
    );
  });

  it('WEEK-4 has no percent and no level without a target', () => {
    expect(progressOf({ tasks: 9, turns: 90 }, null)).toEqual({
      percent: 0,
      pace: 0,
      level: null,
      level_percent: null,
    });
  });

  it('WEEK-17 the number decides the level on any day of any week', () => {
    fc.assert(
      fc.property(target, work, instant, instant, (each, done, start, now) => {
        const goal = goalOn(each, currentWeek(start, 'UTC'), dayOf(now, 'UTC'));
        const { percent, level, level_percent: decides } = progressOf(done, goal);
        if (decides === null) {
          expect(level).toBeNull();
          expect([percent < 100, goal.due]).toEqual([true, { tasks: 0, turns: 0 }]);
        } else {
          expect(level).toBe(decides >= 100 ? 'success' : decides >= 85 ? 'warning' : 'error');
          if (isOfWeek({ percent }, goal)) expect(decides).toBe(percent);
        }
      }),
    );
  });

  it('WEEK-3 never decreases when work is added', () => {
    const order = ['error', 'warning', 'success'] as const;
    const rank = ({ level }: ReturnType<typeof progressOf>) => level && order.indexOf(level);
    fc.assert(
      fc.property(target, work, work, (goal, done, more) => {
        const before = progressOf(done, pastWeek(goal));
        const after = progressOf(
          { tasks: done.tasks + more.tasks, turns: done.turns + more.turns },
          pastWeek(goal),
        );
        expect(after.percent).toBeGreaterThanOrEqual(before.percent);
        expect(rank(after)).toBeGreaterThanOrEqual(rank(before) ?? Infinity);
      }),
    );
  });
});
