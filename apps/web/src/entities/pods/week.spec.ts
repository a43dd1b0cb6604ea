import { expect, it } from 'vitest';
import { isOver } from './week';

it('LEAD-30 a week is over after its Sunday, and not on it', () => {
  const week = { week_end: '2026-01-11' };
  expect(isOver(week, '2026-01-11')).toBe(false);
  expect(isOver(week, '2026-01-12')).toBe(true);
});
