import { useMemo } from 'react';
import { Shape } from '@visx/visx';

export interface DoughnutDatum {
  readonly key: string;
  readonly value: number;
}

export interface DoughnutSlice {
  readonly key: string;
  /** Outline of the slice around the origin, as SVG path data. */
  readonly path: string;
  /** Fraction of the whole, 0..1. */
  readonly share: number;
  /** Radians, clockwise from twelve o'clock. */
  readonly startAngle: number;
  readonly endAngle: number;
}

/** Thickness of the ring, as a fraction of its radius. */
const RING = 0.3;
/** Gap and corner radius shrink with the ring, so that small slices stay visible. */
const gapPixels = (radius: number) => Math.min(2, radius * 0.035);
const cornerPixels = (radius: number) => Math.min(3, radius * 0.04);

/**
 * Slices of a doughnut that fills a square of `size` pixels, in the order given, clockwise.
 * Values that are not positive get no slice.
 */
export function useDoughnut(data: readonly DoughnutDatum[], size: number): DoughnutSlice[] {
  return useMemo(() => {
    const drawn = data.filter((datum) => datum.value > 0);
    const total = drawn.reduce((sum, datum) => sum + datum.value, 0);
    const radius = Math.max(0, size / 2);
    const slice = Shape.arc<{ startAngle: number; endAngle: number; padAngle: number }>({
      innerRadius: radius * (1 - RING),
      outerRadius: radius,
      cornerRadius: cornerPixels(radius),
      // A single slice is a closed ring without a gap.
      padAngle: drawn.length > 1 && radius > 0 ? gapPixels(radius) / radius : 0,
    });
    const angles = Shape.pie<DoughnutDatum>({ value: (datum) => datum.value, sort: null })([
      ...drawn,
    ]);
    return angles.map((angle) => ({
      key: angle.data.key,
      path: slice(angle) ?? '',
      share: angle.data.value / total,
      startAngle: angle.startAngle,
      endAngle: angle.endAngle,
    }));
  }, [data, size]);
}
