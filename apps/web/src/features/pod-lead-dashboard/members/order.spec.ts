import { describe, expect, it } from 'vitest';
import { memberWeek } from '../../../testing/pods';
import { byPace, withoutMoves } from './order';

describe('the order of the rows', () => {
  it('LEAD-2 has trainers furthest behind first, and other roles apart', () => {
    const { trainers, others } = byPace([
      memberWeek('Ahead', { pace: 120, percent: 48 }),
      memberWeek('Lead', { role: 'lead', pace: 3 }),
      memberWeek('Behind', { pace: 40, percent: 16 }),
      memberWeek('Reviewer', { role: 'reviewer', pace: 1 }),
    ]);
    expect(trainers.map(({ name }) => name)).toEqual(['Behind', 'Ahead']);
    expect(others.map(({ name }) => name)).toEqual(['Reviewer', 'Lead']);
  });

  it('LEAD-2 is by name where nothing else differs', () => {
    const { trainers } = byPace(['Zoë', 'Ann', 'Émile'].map((name) => memberWeek(name)));
    expect(trainers.map(({ name }) => name)).toEqual(['Ann', 'Émile', 'Zoë']);
  });

  it('LEAD-7 stays while it is held: users who left are gone, new ones come last', () => {
    expect(withoutMoves(['a', 'b', 'c'], ['d', 'c', 'a'])).toEqual(['a', 'c', 'd']);
  });
});
