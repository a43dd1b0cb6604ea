import { describe, expect, it } from 'vitest';
import { memberWeek } from '../../testing/pods';
import { toDoText } from './own-week';

const FRIDAY = {
  weekly: { tasks: 40, turns: 200 },
  expected: { tasks: 40, turns: 200 },
  due: { tasks: 32, turns: 160 },
};
const texts = (tasks: number, turns: number, goal = FRIDAY) =>
  (['tasks', 'turns'] as const).map((measure) =>
    toDoText(memberWeek('Ann', { tasks, turns, goal }), goal, measure),
  );

describe('what is to do', () => {
  it('HOME-5 says how much is to go by tonight, on a weekend this week', () => {
    expect(texts(22, 90)).toEqual(['18 to go by tonight', '110 to go by tonight']);
    const saturday = { ...FRIDAY, due: FRIDAY.weekly };
    expect(texts(22, 90, saturday)).toEqual(['18 to go this week', '110 to go this week']);
  });

  it('HOME-5 says that one of tasks and turns is enough, for today or for the week', () => {
    const thursday = { ...FRIDAY, expected: FRIDAY.due, due: { tasks: 24, turns: 120 } };
    expect(texts(33, 90, thursday)).toEqual(['enough for today', '']);
    expect(texts(22, 200)).toEqual(['', 'enough for the week']);
  });
});
