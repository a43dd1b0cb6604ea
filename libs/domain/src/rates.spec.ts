import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { percent, percentShares, ratesOf } from './rates.js';

const count = fc.nat({ max: 10_000_000 });

describe('percent', () => {
  it.each([
    [0, 0, 0],
    [5, 0, 0],
    [1, 3, 33.3],
    [2, 3, 66.7],
    [1, 2000, 0.1],
    [1, 2001, 0.1],
    [1, 2999, 0.1],
    [2999, 3000, 99.9],
    [2_147_483_646, 2_147_483_647, 99.9],
    [7, 7, 100],
    [3, 2, 150],
  ])('DASH-2 %d of %d is %d percent', (part, whole, expected) => {
    expect(percent(part, whole)).toBe(expected);
  });

  it('DASH-2 lies within half a tenth of the exact ratio, or is the nearest that is neither 0 nor 100', () => {
    fc.assert(
      fc.property(count, count, (a, b) => {
        const [part, whole] = a <= b ? [a, b] : [b, a];
        const value = percent(part, whole);
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(100);
        expect(value).toBe(Number(value.toFixed(1)));
        const isEdge = value === 0.1 || value === 99.9;
        const most = (isEdge ? 0.1 : 0.05) + 1e-9;
        if (whole > 0) expect(Math.abs(value - (part / whole) * 100)).toBeLessThan(most);
        expect(value === 0).toBe(part === 0 || whole === 0);
        expect(value === 100).toBe(part === whole && whole > 0);
      }),
    );
  });
});

describe('shares', () => {
  it.each([
    [
      [1, 1, 1],
      [33.4, 33.3, 33.3],
    ],
    [
      [2999, 1],
      [99.9, 0.1],
    ],
    [
      [999_999, 1, 0],
      [99.9, 0.1, 0],
    ],
    [
      [1e-9, 5e-10, 1e9],
      [0.1, 0.1, 99.8],
    ],
    [[7], [100]],
    [
      [0, 0],
      [0, 0],
    ],
    [[], []],
  ])('BOARD-98 of %j are %j', (parts, expected) => {
    expect(percentShares(parts)).toEqual(expected);
  });

  it('BOARD-98 sum to exactly 100 and are near the exact ones; only nothing has 0', () => {
    fc.assert(
      fc.property(fc.array(count, { minLength: 1, maxLength: 40 }), (parts) => {
        const whole = parts.reduce((sum, part) => sum + part, 0);
        fc.pre(whole > 0);
        const tenths = percentShares(parts).map((share) => Math.round(share * 10));
        expect(tenths.reduce((sum, each) => sum + each, 0)).toBe(1000);
        const small = parts.filter((part) => part > 0 && part * 1000 < whole).length;
        parts.forEach((part, at) => {
          const share = tenths[at] ?? NaN;
          expect(share === 0).toBe(part === 0);
          expect(Math.abs(share - (part * 1000) / whole)).toBeLessThanOrEqual(1 + small);
        });
      }),
    );
  });

  it('BOARD-98 of more than a thousand parts sum to 100 too', () => {
    const shares = percentShares(Array.from({ length: 1500 }, () => 1));
    expect(shares.reduce((sum, share) => sum + Math.round(share * 10), 0)).toBe(1000);
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
