import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memberWeek, podWeek } from '../../../testing/pods';
import { podTotals } from './pod-summary';

const count = fc.integer({ min: 0, max: 200 });

describe('the totals of a pod', () => {
  it('LEAD-10 add up the trainers only', () => {
    const totals = podTotals(
      podWeek([
        memberWeek('Ann', { tasks: 50, turns: 100 }),
        memberWeek('Ben', { tasks: 8, turns: 20 }),
        memberWeek('Cid', { tasks: 9, turns: 20 }),
        memberWeek('Leo', { role: 'lead', tasks: 7, turns: 7 }),
      ]),
    );
    expect(totals).toEqual({
      trainers: 3,
      done: { tasks: 67, turns: 140 },
      goal: {
        weekly: { tasks: 150, turns: 750 },
        expected: { tasks: 60, turns: 300 },
        due: { tasks: 30, turns: 150 },
      },
      percent: 44.6,
      pace: 111.6,
      level: 'success',
      level_percent: 223.3,
      needAttention: 1,
      approaching: 1,
    });
  });

  it('LEAD-10 of equal trainers have the percent and level of each', () => {
    fc.assert(
      fc.property(count, count, fc.integer({ min: 1, max: 40 }), (tasks, turns, size) => {
        const members = Array.from({ length: size }, (_, n) =>
          memberWeek(`User ${n}`, { tasks, turns }),
        );
        const { percent, pace, level, level_percent } = memberWeek('User', { tasks, turns });
        const each = { percent, pace, level, level_percent };
        expect(podTotals(podWeek(members))).toMatchObject(each);
      }),
    );
  });

  it('LEAD-10 have no target without one, or without trainers', () => {
    const none = { goal: null, level: null, needAttention: 0, approaching: 0 };
    const ann = memberWeek('Ann', { tasks: 3, goal: null });
    expect(podTotals(podWeek([ann], { target: null, expected: null, due: null }))).toMatchObject(
      none,
    );
    expect(podTotals(podWeek([]))).toMatchObject(none);
  });
});
