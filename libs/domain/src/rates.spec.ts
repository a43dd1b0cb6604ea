import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { percent, ratesOf } from './rates.js';

const count = fc.nat({ max: 10_000_000 });

describe('percent', () => {
  it.each([
    [0, 0, 0],
    [5, 0, 0],
    [1, 3, 33.3],
    [2, 3, 66.7],
    [1, 2000, 0.1],
    [1, 2001, 0],
    [7, 7, 100],
    [3, 2, 150],
  ])('DASH-2 %d of %d is %d percent', (part, whole, expected) => {
    expect(percent(part, whole)).toBe(expected);
  });

  it('DASH-2 lies within half a tenth of the exact ratio and has one decimal', () => {
    fc.assert(
      fc.property(count, count, (a, b) => {
        const [part, whole] = a <= b ? [a, b] : [b, a];
        const value = percent(part, whole);
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(100);
        expect(value).toBe(Number(value.toFixed(1)));
        if (whole > 0) expect(Math.abs(value - (part / whole) * 100)).toBeLessThan(0.05 + 1e-9);
      }),
    );
  });
});

describe('ratesOf', () => {
  it('DASH-2 divides each rate by its own denominator', () => {
    expect(
      ratesOf({ total_tasks: 10, completed_tasks: 6, rework_tasks: 2, reviewed_tasks: 3 }),
    ).toEqual({ completion_rate: 60, review_rate: 50, rework_rate: 25 });
  });

  it('DASH-2 is 0 everywhere without tasks', () => {
    expect(
      ratesOf({ total_tasks: 0, completed_tasks: 0, rework_tasks: 0, reviewed_tasks: 0 }),
    ).toEqual({ completion_rate: 0, review_rate: 0, rework_rate: 0 });
  });
});
