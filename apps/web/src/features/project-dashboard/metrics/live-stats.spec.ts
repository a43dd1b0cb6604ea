import { describe, expect, it } from 'vitest';
import { liveStats } from './live-stats';
import { overview } from '../../../testing/dashboard';

const shown = overview({ revision: 5 });
const totals = {
  total_tasks: 40,
  completed_tasks: 30,
  rework_tasks: 10,
  reviewed_tasks: 15,
  total_reviews: 16,
  total_batches: 3,
};
const pushed = (revision: number) => ({ project_id: 1, epoch: '', revision, totals });

describe('pushed totals', () => {
  it('BOARD-18 replace an older overview of the whole project, rates included', () => {
    expect(liveStats(shown, { activity_days: 30 }, pushed(6))).toMatchObject({
      ...totals,
      completion_rate: 75,
      review_rate: 50,
      rework_rate: 25,
      by_status: shown.dashboard_stats.by_status,
    });
  });

  it('BOARD-18 do not replace an overview that is as new, or filtered', () => {
    const { dashboard_stats: own } = shown;
    expect(liveStats(shown, { activity_days: 30 }, undefined)).toBe(own);
    expect(liveStats(shown, { activity_days: 30 }, pushed(5))).toBe(own);
    const lost = { ...pushed(6), epoch: 'another' };
    expect(liveStats(shown, { activity_days: 30 }, lost)).toBe(own);
    expect(liveStats(shown, { batch_ids: [1], activity_days: 30 }, pushed(6))).toBe(own);
    expect(liveStats(shown, { start_date: '2026-01-01' }, pushed(6))).toBe(own);
    expect(liveStats(shown, { end_date: '2026-01-01' }, pushed(6))).toBe(own);
  });
});
