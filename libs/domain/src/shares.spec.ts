import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exactInterval, shareOf } from './shares.js';

const MOST = 2000;
const LOGS = [0];
for (let at = 1; at <= MOST; at += 1) LOGS.push((LOGS[at - 1] ?? 0) + Math.log(at));
const logFactorial = (value: number): number => LOGS[value] ?? Number.NaN;

/** The probability of exactly `count` of `whole`, by its definition. */
function exactly(count: number, whole: number, share: number): number {
  if (share === 0) return count === 0 ? 1 : 0;
  if (share === 1) return count === whole ? 1 : 0;
  const log = logFactorial(whole) - logFactorial(count) - logFactorial(whole - count);
  return Math.exp(log + count * Math.log(share) + (whole - count) * Math.log1p(-share));
}
const sum = (from: number, to: number, whole: number, share: number): number =>
  Array.from({ length: to - from + 1 }, (_, at) => exactly(from + at, whole, share)).reduce(
    (all, one) => all + one,
    0,
  );

describe('a share', () => {
  it.each([
    // Exact intervals as in R's binom.test.
    [9, 10, 90, 55.5, 99.7],
    [0, 10, 0, 0, 30.8],
    [10, 10, 100, 69.2, 100],
    [1, 2, 50, 1.3, 98.7],
    [15, 1000, 1.5, 0.8, 2.5],
    [1, 1, 100, 2.5, 100],
    [999_999, 1_000_000, 99.9, 100, 100],
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

  it('ROUND-10 has 2.5% of the binomial distribution beyond each of its ends', () => {
    fc.assert(
      fc.property(
        fc
          .integer({ min: 1, max: MOST })
          .chain((whole) => fc.tuple(fc.integer({ min: 0, max: whole }), fc.constant(whole))),
        ([part, whole]) => {
          const { low, high } = exactInterval(part, whole);
          if (part > 0) expect(sum(part, whole, whole, low / 100)).toBeCloseTo(0.025, 8);
          if (part < whole) expect(sum(0, part, whole, high / 100)).toBeCloseTo(0.025, 8);
        },
      ),
      { numRuns: 100 },
    );
  });
});
