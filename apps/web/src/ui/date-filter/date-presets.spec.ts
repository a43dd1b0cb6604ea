import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { activeRange, presetRange, rangeText } from './date-presets';

const TODAY = '2026-03-15';

describe('date presets', () => {
  it('BOARD-30 run from today minus 7, 30 or 90 days to today', () => {
    expect(presetRange(7, TODAY)).toEqual({ start: '2026-03-08', end: TODAY });
    expect(presetRange(30, TODAY)).toEqual({ start: '2026-02-13', end: TODAY });
    expect(presetRange(90, TODAY)).toEqual({ start: '2025-12-15', end: TODAY });
  });

  it('BOARD-31 are recognised by the age of the start: 6-8, 28-32, 88-92 days, else custom', () => {
    fc.assert(
      fc.property(fc.integer({ min: -5, max: 400 }), (age) => {
        const { start } = presetRange(age, TODAY);
        const expected =
          age >= 6 && age <= 8
            ? 7
            : age >= 28 && age <= 32
              ? 30
              : age >= 88 && age <= 92
                ? 90
                : 'custom';
        expect(activeRange({ start, end: TODAY }, TODAY)).toBe(expected);
      }),
    );
    expect(activeRange({ start: null, end: null }, TODAY)).toBe('all');
    expect(activeRange({ start: null, end: TODAY }, TODAY)).toBe('custom');
  });

  it('BOARD-32 are described in words', () => {
    expect(rangeText({ start: null, end: null })).toBe('Showing all time data');
    expect(rangeText({ start: '2026-01-05', end: '2026-02-03' })).toBe(
      'Active filter: Jan 05, 2026 - Feb 03, 2026',
    );
    expect(rangeText({ start: '2026-01-05', end: null })).toBe('Active filter: Jan 05, 2026 - now');
  });
});
