import { describe, expect, it } from 'vitest';
import { memberWeek } from '../../../testing/pods';
import { byShare, withoutMoves } from './order';

describe('the order of the rows', () => {
  it('LEAD-2 has the smallest share of the week first, and other roles apart by name', () => {
    const { trainers, others } = byShare([
      memberWeek('Ahead', { tasks: 24 }),
      memberWeek('Reviewer', { role: 'reviewer', tasks: 1 }),
      memberWeek('Behind', { tasks: 8 }),
      memberWeek('Lead', { role: 'lead', tasks: 3 }),
    ]);
    expect(trainers.map(({ name }) => name)).toEqual(['Behind', 'Ahead']);
    expect(others.map(({ name }) => name)).toEqual(['Lead', 'Reviewer']);
  });

  it('LEAD-2 is by name where nothing else differs', () => {
    const { trainers } = byShare(['Zoë', 'Ann', 'Émile'].map((name) => memberWeek(name)));
    expect(trainers.map(({ name }) => name)).toEqual(['Ann', 'Émile', 'Zoë']);
  });

  it('LEAD-7 stays while it is held: users who left are gone, new ones come last', () => {
    expect(withoutMoves(['a', 'b', 'c'], ['d', 'c', 'a'])).toEqual(['a', 'c', 'd']);
  });
});
