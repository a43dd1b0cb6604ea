import { describe, expect, it } from 'vitest';
import { NO_FILTERS, selectBatches } from '../../../entities/batches/filters';
import {
  batchesSubtitle,
  completionSubtitle,
  reviewsSubtitle,
  reviewSubtitle,
  reworkSubtitle,
  totalTasksSubtitle,
} from './metrics';
import { stats } from '../../../testing/dashboard';

const twoBatches = { ...NO_FILTERS, batches: selectBatches([1, 2]) };
const dated = { ...NO_FILTERS, start: '2026-01-01', end: '2026-01-31' };

describe('metric subtitles', () => {
  it('BOARD-10 Total Tasks shows the active filters', () => {
    expect(totalTasksSubtitle(NO_FILTERS, 12)).toBe('All tasks');
    expect(totalTasksSubtitle(twoBatches, 12)).toBe('Filtered: 2 batches');
    expect(totalTasksSubtitle({ ...NO_FILTERS, batches: selectBatches([1]) }, 12)).toBe(
      'Filtered: 1 batches',
    );
    expect(totalTasksSubtitle(dated, 12)).toBe('Filtered: date filtered');
    expect(totalTasksSubtitle({ ...dated, batches: twoBatches.batches }, 12)).toBe(
      'Filtered: 2 batches, date filtered',
    );
    expect(totalTasksSubtitle(twoBatches, 2)).toBe('All tasks');
  });

  it('BOARD-11 Completion Rate shows the number of completed tasks', () => {
    expect(completionSubtitle(stats({ total_tasks: 1200, completed_tasks: 300 }))).toBe(
      '300 of 1,200 tasks completed',
    );
    expect(completionSubtitle(stats({ total_tasks: 0 }))).toBe('No tasks available');
  });

  it('BOARD-12 Review Rate shows the number of reviewed tasks among the completed', () => {
    expect(reviewSubtitle(stats({ completed_tasks: 300, reviewed_tasks: 120 }))).toBe(
      '120 of 300 completed tasks',
    );
    expect(reviewSubtitle(stats({ completed_tasks: 0 }))).toBe('No reviewable tasks');
  });

  it('BOARD-13 Rework Rate counts completed and rework together', () => {
    expect(reworkSubtitle(stats({ completed_tasks: 300, rework_tasks: 20 }))).toBe(
      '20 of 320 completed tasks',
    );
    expect(reworkSubtitle(stats({ completed_tasks: 0, rework_tasks: 0 }))).toBe(
      'No completed tasks',
    );
    expect(reworkSubtitle(stats({ completed_tasks: 0, rework_tasks: 4 }))).toBe(
      '4 of 4 completed tasks',
    );
  });

  it('BOARD-14 Total Reviews counts them', () => {
    expect(reviewsSubtitle(stats({ total_reviews: 4321 }))).toBe('4,321 reviews');
    expect(reviewsSubtitle(stats({ total_reviews: 0 }))).toBe('No reviews');
  });

  it('BOARD-15 Total Batches shows whether a filter is active', () => {
    expect(batchesSubtitle(NO_FILTERS, 12)).toBe('All batches');
    expect(batchesSubtitle(twoBatches, 12)).toBe('2 selected');
    expect(batchesSubtitle(twoBatches, 2)).toBe('All batches');
  });
});
