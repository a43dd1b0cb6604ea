import { renderHook } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { useBars, type BarRow } from './use-bars';

const barsOf = (data: readonly BarRow[], width = 300, height = 120) =>
  renderHook(() => useBars({ data, width, height })).result.current;

function expectApart(bars: readonly { y: number; height: number }[]): void {
  for (const [index, bar] of bars.entries()) {
    const next = bars[index + 1];
    if (next) expect(bar.y + bar.height).toBeLessThanOrEqual(next.y);
  }
}

describe('bar geometry', () => {
  it('BOARD-45 bars start at zero, grow with their values and stay within the plot', () => {
    const { rows, scale } = barsOf([
      { key: 'a', values: [50] },
      { key: 'b', values: [100] },
      { key: 'c', values: [0] },
    ]);
    expect(rows.map(({ bars }) => bars[0]?.width)).toEqual([scale(50), scale(100), 0]);
    expect(scale(100)).toBeLessThanOrEqual(300);
    expect(scale(0)).toBe(0);
  });

  it('BOARD-45 rows share the height and do not overlap', () => {
    const { rows } = barsOf(['a', 'b', 'c', 'd'].map((key) => ({ key, values: [1] })));
    expect(rows.map(({ middle }) => middle)).toEqual([15, 45, 75, 105]);
    expectApart(rows.flatMap(({ bars }) => bars));
  });

  it('BOARD-45 a small value stays visible beside a huge one; zero is not drawn', () => {
    const { rows } = barsOf([
      { key: 'a', values: [1] },
      { key: 'b', values: [10_000_000] },
    ]);
    expect(rows[0]?.bars[0]?.width).toBe(3);
    expect(barsOf([]).rows).toEqual([]);
  });

  it('TEAM-2 the bars of a group lie in their row without touching', () => {
    const { rows } = barsOf(
      ['a', 'b'].map((key) => ({ key, values: [3, 0, 9] })),
      300,
      100,
    );
    expect(rows.map(({ middle }) => middle)).toEqual([25, 75]);
    const bars = rows.flatMap((row) => row.bars);
    expectApart(bars);
    expect(bars.map(({ width }) => width > 0)).toEqual([true, false, true, true, false, true]);
    expect(bars.every(({ y, height }) => y >= 0 && y + height <= 100)).toBe(true);
  });
});
