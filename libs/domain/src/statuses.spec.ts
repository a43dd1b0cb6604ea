import { describe, expect, it } from 'vitest';
import { isDone, statusTitle } from './statuses.js';

describe('statuses', () => {
  it('DASH-3 counts completed, reviewed and delivered as done and nothing else', () => {
    expect(['completed', 'reviewed', 'delivered'].every(isDone)).toBe(true);
    expect(
      ['in_progress', 'pending', 'rework', 'ready_for_review', 'completed_twice'].some(isDone),
    ).toBe(false);
  });

  it.each([
    ['completed', 'Completed'],
    ['ready_for_review', 'Ready For Review'],
    ['waiting__on_client_', 'Waiting On Client'],
    ['qa2', 'Qa2'],
  ])('DASH-4 titles %s as %s', (status, title) => {
    expect(statusTitle(status)).toBe(title);
  });
});
