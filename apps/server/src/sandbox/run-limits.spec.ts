import { describe, expect, it } from 'vitest';
import { runLimits } from './run-limits.js';

describe('runLimits', () => {
  it('SBX-20 SBX-27 are few where cores are shared, and leave other projects a place', () => {
    expect(runLimits(undefined)).toEqual({ running: 8, runningOfOne: 4 });
    expect([1, 2, 4, 64].map(runLimits)).toEqual([
      { running: 1, runningOfOne: 1 },
      { running: 2, runningOfOne: 1 },
      { running: 4, runningOfOne: 3 },
      { running: 8, runningOfOne: 4 },
    ]);
  });
});
