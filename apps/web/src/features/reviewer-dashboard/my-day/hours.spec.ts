import { expect, it } from 'vitest';
import { hoursOf } from './hours';

const ZONE = 'America/Los_Angeles';

it('DESK-20 the hour that occurs twice at the end of summer time is told apart by its offset', () => {
  const day = { start: '2026-11-01T07:00:00Z', end: '2026-11-02T08:00:00Z' };
  const hours = hoursOf(day, [{ hour: '2026-11-01T09:00:00Z', reviews: 4 }], ZONE);
  expect(hours).toHaveLength(25);
  expect(hours.slice(0, 4)).toEqual([
    { label: '12 AM', reviews: 0 },
    { label: '1 AM (UTC-07:00)', reviews: 0 },
    { label: '1 AM (UTC-08:00)', reviews: 4 },
    { label: '2 AM', reviews: 0 },
  ]);
  const other = { start: '2026-11-02T08:00:00Z', end: '2026-11-03T08:00:00Z' };
  expect(hoursOf(other, [], ZONE)[1]?.label).toBe('1 AM');
});
