import { describe, expect, it } from 'vitest';
import { addSample, ratePerSecond, secondsLeft, type Sample } from './rate-meter';

function samplesOf(...values: [at: number, value: number][]): readonly Sample[] {
  return values.reduce<readonly Sample[]>(
    (samples, [at, value]) => addSample(samples, { at, value }),
    [],
  );
}

describe('rate meter', () => {
  it('WEB-34 estimates the rate and the remaining time from the samples', () => {
    const samples = samplesOf([0, 100], [1000, 200], [2000, 300]);
    expect(ratePerSecond(samples)).toBe(100);
    expect(secondsLeft(samples, 1000)).toBe(7);
  });

  it('WEB-34 begins with the first movement, however long nothing moved before', () => {
    const samples = samplesOf([0, 0], [60_000, 100], [61_000, 200], [62_000, 300]);
    expect(ratePerSecond(samples)).toBe(100);
    expect(secondsLeft(samples, 1000)).toBe(7);
  });

  it('WEB-34 estimates nothing from too few samples, and no time at a standstill', () => {
    expect(ratePerSecond(samplesOf([0, 5]))).toBeUndefined();
    expect(ratePerSecond(samplesOf([0, 5], [100, 9]))).toBeUndefined();
    expect(secondsLeft(samplesOf([0, 5], [2000, 5]), 10)).toBeUndefined();
    expect(secondsLeft(samplesOf([0, 1], [700, 2]), 1000)).toBeUndefined();
  });

  it('WEB-34 uses the last few seconds only, and restarts when the quantity decreases', () => {
    expect(ratePerSecond(samplesOf([0, 1], [1000, 10], [7000, 10], [8000, 1010]))).toBeCloseTo(
      1000 / 7,
    );
    expect(samplesOf([0, 0], [1000, 90], [2000, 10])).toEqual([{ at: 2000, value: 10 }]);
  });
});
