import { describe, expect, it } from 'vitest';
import { runLimits } from './run-limits.js';

describe('runLimits', () => {
  it('SBX-20 SBX-27 are at most the shared cores, and one project cannot use all of them', () => {
    expect(runLimits(undefined)).toEqual({ running: 8, runningPerKey: 4 });
    expect([1, 2, 4, 64].map(runLimits)).toEqual([
      { running: 1, runningPerKey: 1 },
      { running: 2, runningPerKey: 1 },
      { running: 4, runningPerKey: 3 },
      { running: 8, runningPerKey: 4 },
    ]);
  });
});
