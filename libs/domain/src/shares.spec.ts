import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shareOf } from './shares.js';

describe('a share', () => {
  it.each([
    // Exact intervals as in R's binom.test.
    [9, 10, 90, 55.5, 99.7],
    [0, 10, 0, 0, 30.8],
    [10, 10, 100, 69.2, 100],
    [1, 2, 50, 1.3, 98.7],
    [15, 1000, 1.5, 0.8, 2.5],
  ])('WORK-63 of %i of %i has its interval', (count, of, percent, low, high) => {
    expect(shareOf(count, of)).toEqual({ count, of, percent, low, high });
  });

  it('WORK-63 of nothing says nothing', () => {
    expect(shareOf(0, 0)).toEqual({ count: 0, of: 0, percent: 0, low: 0, high: 100 });
  });

  it('WORK-63 lies in its interval, which mirrors that of the rest and narrows with more cases', () => {
    const cases = fc
      .integer({ min: 1, max: 400 })
      .chain((of) => fc.tuple(fc.nat(of), fc.constant(of)));
    fc.assert(
      fc.property(cases, ([count, of]) => {
        const share = shareOf(count, of);
        const rest = shareOf(of - count, of);
        expect(share.low).toBeLessThanOrEqual((100 * count) / of + 0.05);
        expect(share.high).toBeGreaterThanOrEqual((100 * count) / of - 0.05);
        expect(share.low).toBeCloseTo(100 - rest.high, 5);
        const more = shareOf(4 * count, 4 * of);
        expect(more.high - more.low).toBeLessThanOrEqual(share.high - share.low + 0.1);
      }),
    );
  });
});
