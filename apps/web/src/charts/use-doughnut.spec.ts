import { renderHook } from '@testing-library/react';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { useDoughnut, type DoughnutDatum } from './use-doughnut';

const slicesOf = (data: readonly DoughnutDatum[], size = 200) =>
  renderHook(() => useDoughnut(data, size)).result.current;

describe('doughnut geometry', () => {
  it('BOARD-44 slices fill the circle in the given order, proportional to their values', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 1e9 }), { maxLength: 12 }), (values) => {
        const data = values.map((value, index) => ({ key: String(index), value }));
        const slices = slicesOf(data);
        const drawn = data.filter(({ value }) => value > 0);
        expect(slices.map(({ key }) => key)).toEqual(drawn.map(({ key }) => key));
        let angle = 0;
        for (const slice of slices) {
          expect(slice.startAngle).toBeCloseTo(angle, 6);
          expect(slice.endAngle - slice.startAngle).toBeCloseTo(slice.share * 2 * Math.PI, 6);
          angle = slice.endAngle;
        }
        if (drawn.length > 0) expect(angle).toBeCloseTo(2 * Math.PI, 6);
      }),
    );
  });

  it('BOARD-44 draws valid paths at any size', () => {
    const data = [
      { key: 'a', value: 1 },
      { key: 'b', value: 2_000_000 },
    ];
    for (const size of [0, 1, 52, 400]) {
      for (const { path } of slicesOf(data, size)) expect(path).not.toMatch(/NaN|Infinity/);
    }
  });
});
