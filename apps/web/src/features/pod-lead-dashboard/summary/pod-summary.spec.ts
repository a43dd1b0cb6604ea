import { progressOf } from '@portal/domain/weekly';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memberWeek, podWeek } from '../../../testing/pods';
import { podTotals } from './pod-summary';

const count = fc.integer({ min: 0, max: 200 });

describe('the totals of a pod', () => {
  it('LEAD-10 add up the trainers only', () => {
    const totals = podTotals(
      podWeek([
        memberWeek('Ann', { tasks: 50, turns: 100, level: 'success', pace: 250 }),
        memberWeek('Ben', { tasks: 15, turns: 20, level: 'error', pace: 75 }),
        memberWeek('Leo', { role: 'lead', tasks: 7, turns: 7, level: 'error' }),
      ]),
    );
    expect(totals).toEqual({
      trainers: 2,
      done: { tasks: 65, turns: 120 },
      target: { tasks: 100, turns: 500 },
      expected: { tasks: 40, turns: 200 },
      percent: 65,
      pace: 162.5,
      level: 'success',
      needAttention: 1,
      behind: 1,
    });
  });

  it('LEAD-10 of equal trainers have the percent, pace and level of each', () => {
    const target = { daily_tasks: 10, daily_turns: 50 };
    const goal = { expected: { tasks: 20, turns: 100 }, due: { tasks: 10, turns: 50 } };
    fc.assert(
      fc.property(count, count, fc.integer({ min: 1, max: 40 }), (tasks, turns, size) => {
        const each = progressOf({ tasks, turns }, target, goal);
        const members = Array.from({ length: size }, (_, n) =>
          memberWeek(`User ${n}`, { tasks, turns, ...each }),
        );
        expect(podTotals(podWeek(members))).toMatchObject(each);
      }),
    );
  });

  it('LEAD-10 have no target without one, or without trainers', () => {
    const none = { target: null, expected: null, level: null, needAttention: 0, behind: 0 };
    const ann = memberWeek('Ann', { tasks: 3, level: null });
    expect(podTotals(podWeek([ann], { target: null, expected: null, due: null }))).toMatchObject(
      none,
    );
    expect(podTotals(podWeek([]))).toMatchObject(none);
  });
});
