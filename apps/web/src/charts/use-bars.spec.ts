import { renderHook } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { useBars, type BarDatum } from './use-bars';

const barsOf = (data: readonly BarDatum[], width = 300, height = 120) =>
  renderHook(() => useBars({ data, width, height })).result.current;

describe('bar geometry', () => {
  it('BOARD-45 bars start at zero, grow with their values and stay within the plot', () => {
    const { bars, scale } = barsOf([
      { key: 'a', value: 50 },
      { key: 'b', value: 100 },
      { key: 'c', value: 0 },
    ]);
    expect(bars.map(({ width }) => width)).toEqual([scale(50), scale(100), 0]);
    expect(scale(100)).toBeLessThanOrEqual(300);
    expect(scale(0)).toBe(0);
  });

  it('BOARD-45 rows share the height and do not overlap', () => {
    const { bars } = barsOf(['a', 'b', 'c', 'd'].map((key) => ({ key, value: 1 })));
    expect(bars.map(({ middle }) => middle)).toEqual([15, 45, 75, 105]);
    for (const [index, bar] of bars.entries()) {
      const next = bars[index + 1];
      if (next) expect(bar.y + bar.height).toBeLessThanOrEqual(next.y);
    }
  });

  it('BOARD-45 a small value stays visible beside a huge one; zero is not drawn', () => {
    const { bars } = barsOf([
      { key: 'a', value: 1 },
      { key: 'b', value: 10_000_000 },
    ]);
    expect(bars[0]?.width).toBe(3);
    expect(barsOf([]).bars).toEqual([]);
  });
});
