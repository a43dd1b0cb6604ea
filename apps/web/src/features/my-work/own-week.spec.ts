import { describe, expect, it } from 'vitest';
import { memberWeek } from '../../testing/pods';
import { standingOf, toDoText } from './own-week';

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

describe('where the user stands', () => {
  const weekIn = (
    pod_name: string,
    project_id: number,
    work: { tasks: number; turns: number },
    goal: typeof FRIDAY | null = FRIDAY,
  ) => ({ week: { pod_name, project_id }, own: memberWeek('Ann', { ...work, goal }) });
  const text = (...weeks: Parameters<typeof standingOf>[0]) => standingOf(weeks)?.text;

  it('HOME-57 says it in tasks or in turns, whichever is the larger share', () => {
    expect(text(weekIn('Orion', 1, { tasks: 22, turns: 90 }))).toBe(
      'You have done 22 of 40 tasks this week: 18 to go by tonight.',
    );
    expect(standingOf([weekIn('Orion', 1, { tasks: 22, turns: 150 })])).toEqual({
      text: 'You have done 150 of 200 turns this week: 50 to go by tonight.',
      ...{ measure: 'turns', done: 150, goal: 200, due: 160 },
    });
  });

  it('HOME-57 says that it is enough, for today or for the week', () => {
    const thursday = { ...FRIDAY, expected: FRIDAY.due, due: { tasks: 24, turns: 120 } };
    expect(text(weekIn('Orion', 1, { tasks: 33, turns: 90 }, thursday))).toBe(
      'You have done 33 of 40 tasks this week: enough for today.',
    );
    expect(text(weekIn('Orion', 1, { tasks: 41, turns: 90 }))).toBe(
      'You have done 41 of 40 tasks this week: enough for the week.',
    );
  });

  it('HOME-57 takes the largest target in a project, and adds the projects', () => {
    const half = {
      weekly: { tasks: 20, turns: 100 },
      expected: { tasks: 20, turns: 100 },
      due: { tasks: 16, turns: 80 },
    };
    const work = { tasks: 22, turns: 90 };
    expect(text(weekIn('Orion', 1, work, half), weekIn('Vega', 1, work))).toBe(
      'You have done 22 of 40 tasks this week: 18 to go by tonight in Vega.',
    );
    expect(text(weekIn('Orion', 1, work), weekIn('Lyra', 2, { tasks: 1, turns: 5 }))).toBe(
      'You have done 23 of 80 tasks this week: 57 to go by tonight.',
    );
    expect(text(weekIn('Orion', 1, work, null), weekIn('Lyra', 2, work))).toBe(
      'You have done 22 of 40 tasks this week: 18 to go by tonight.',
    );
  });

  it('HOME-57 has no target to speak of without one', () => {
    expect(standingOf([weekIn('Orion', 1, { tasks: 2, turns: 9 }, null)])).toBeNull();
  });
});
