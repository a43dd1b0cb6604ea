import { useMemo } from 'react';
import { Curve, Shape } from '@visx/visx';

const PADDING = 2;

/**
 * Path data of a small line that fills `width` by `height` pixels; flat at the bottom without
 * values.
 */
export function useSparkline(values: readonly number[], width: number, height: number) {
  return useMemo(() => {
    // One value is drawn as a horizontal line.
    const points = values.length === 1 ? [...values, ...values] : [...values];
    const step = points.length > 1 ? width / (points.length - 1) : 0;
    const top = Math.max(1, ...points);
    const shape = {
      x: (_: number, index: number) => index * step,
      curve: Curve.curveMonotoneX,
    };
    const y = (value: number) => PADDING + (1 - value / top) * (height - 2 * PADDING);
    return {
      line: Shape.line<number>({ ...shape, y })(points) ?? '',
      area: Shape.area<number>({ ...shape, y0: height, y1: y })(points) ?? '',
    };
  }, [values, width, height]);
}
