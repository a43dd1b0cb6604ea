import { describe, expect, it } from 'vitest';
import { runLimits } from './run-limits.js';

describe('runLimits', () => {
  it('SBX-20 SBX-27 are few where cores are shared, and leave other projects a place', () => {
    expect(runLimits(undefined)).toEqual({ running: 8, runningPerProject: 4 });
    expect([1, 2, 4, 64].map(runLimits)).toEqual([
      { running: 1, runningPerProject: 1 },
      { running: 2, runningPerProject: 1 },
      { running: 4, runningPerProject: 3 },
      { running: 8, runningPerProject: 4 },
    ]);
  });
});
