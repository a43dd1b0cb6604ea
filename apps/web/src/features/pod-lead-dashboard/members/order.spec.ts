import { describe, expect, it } from 'vitest';
import { memberWeek } from '../../../testing/pods';
import { ordered, type SORTS, withoutMoves } from './order';

describe('the order of the rows', () => {
  it('LEAD-2 has the smallest progress first, and other roles apart by name', () => {
    const { trainers, others } = ordered([
      memberWeek('Ahead', { tasks: 24 }),
      memberWeek('Reviewer', { role: 'reviewer', tasks: 1 }),
      memberWeek('Behind', { tasks: 8 }),
      memberWeek('Lead', { role: 'lead', tasks: 3 }),
    ]);
    expect(trainers.map(({ name }) => name)).toEqual(['Behind', 'Ahead']);
    expect(others.map(({ name }) => name)).toEqual(['Lead', 'Reviewer']);
  });

  it('LEAD-2 is by name where nothing else differs', () => {
    const { trainers } = ordered(['Zoë', 'Ann', 'Émile'].map((name) => memberWeek(name)));
    expect(trainers.map(({ name }) => name)).toEqual(['Ann', 'Émile', 'Zoë']);
  });

  it('LEAD-61 is by any column, in both directions, equal ones by name, and can be searched', () => {
    const members = [
      memberWeek('Ann', { tasks: 5, turns: 70 }),
      memberWeek('Ben', { tasks: 9, turns: 10 }),
      memberWeek('Cleo', { tasks: 5, turns: 90 }),
    ];
    const active = new Map([
      ['ann@example.com', '2026-01-03T10:00:00Z'],
      ['ben@example.com', '2026-01-05T10:00:00Z'],
    ]);
    const share = { count: 1, of: 2, percent: 50, low: 1, high: 99 };
    const firstLook = new Map([
      ['ann@example.com', share],
      ['cleo@example.com', { ...share, percent: 30 }],
    ]);
    const names = (sort: (typeof SORTS)[number], desc: boolean, search = '') =>
      ordered(members, { sort, desc, search }, { lastActive: active, firstLook })
        .trainers.map(({ name }) => name)
        .join(' ');
    expect(names('name', true)).toBe('Cleo Ben Ann');
    expect(names('tasks', false)).toBe('Ann Cleo Ben');
    expect(names('tasks', true)).toBe('Ben Ann Cleo');
    expect(names('turns', true)).toBe('Cleo Ann Ben');
    expect(names('active', false)).toBe('Cleo Ann Ben');
    expect(names('first_look', false)).toBe('Ben Cleo Ann');
    expect(names('name', false, ' EN')).toBe('Ben');
    expect(names('name', false, 'cleo@')).toBe('Cleo');
  });

  it('LEAD-2 is by the number that the rows show', () => {
    const { trainers } = ordered([
      // What is due by now decides, not the week.
      memberWeek('Ann', { percent: 20, level_percent: 70 }),
      memberWeek('Ben', { percent: 40, level_percent: 60 }),
      memberWeek('Cleo', { percent: 10, level_percent: null }),
    ]);
    expect(trainers.map(({ name }) => name)).toEqual(['Cleo', 'Ben', 'Ann']);
  });

  it('LEAD-7 stays while it is held: users who left are gone, new ones come last', () => {
    expect(withoutMoves(['a', 'b', 'c'], ['d', 'c', 'a'])).toEqual(['a', 'c', 'd']);
  });
});
