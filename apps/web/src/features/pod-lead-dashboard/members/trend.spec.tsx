import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { memberWeek } from '../../../testing/pods';
import type { TrendWeek } from '../api';
import { currentTrend } from './member-row';
import { Trend } from './trend';

const past = (week_start: string, part: Partial<TrendWeek> = {}): TrendWeek => ({
  week_start,
  percent: 60,
  hasTarget: true,
  level: 'error',
  tasks: 6,
  turns: 30,
  ...part,
});
const heights = (container: HTMLElement) =>
  [...container.querySelectorAll('rect')].map((bar) => Number(bar.getAttribute('height')));

describe('the trend of a user', () => {
  it('LEAD-8 has a bar per week in proportion to its percentage', () => {
    const weeks = [past('2026-01-05'), past('2026-01-12', { percent: 30 })];
    const { container } = render(<Trend weeks={weeks} selected="2026-01-12" />);
    expect(screen.getByRole('img', { name: 'Last 2 weeks: 60.0%, 30.0%' })).toBeTruthy();
    expect(heights(container)).toEqual([16, 8]);
  });

  it('LEAD-8 has the tasks if no week has a target', () => {
    const weeks = [
      past('2026-01-05', { hasTarget: false, level: null }),
      past('2026-01-12', { hasTarget: false, level: null, tasks: 3 }),
    ];
    const { container } = render(<Trend weeks={weeks} selected="2026-01-12" />);
    expect(screen.getByRole('img', { name: 'Last 2 weeks: 6 tasks, 3 tasks' })).toBeTruthy();
    expect(heights(container)).toEqual([32, 16]);
  });

  it('LEAD-8 follows the row in its week', () => {
    const weeks = [past('2026-01-05'), past('2026-01-12')];
    const member = memberWeek('Ann', { percent: 90, level: 'warning' });
    const percents = currentTrend(weeks, '2026-01-12', member)?.map(({ percent }) => percent);
    expect(percents).toEqual([60, 90]);
  });
});
