import { useId, useMemo } from 'react';
import { Curve, Shape } from '@visx/visx';

interface SparklineProps {
  values: readonly number[];
  color: string;
  /** Size in pixels. */
  width: number;
  height: number;
}

/** A small line without axes; decorative beside the figure. */
export function Sparkline({ values, color, width, height }: SparklineProps) {
  const gradient = useId();
  const { line, area } = useSparkline(values, width, height);
  return (
    <svg width={width} height={height} aria-hidden style={{ flexShrink: 0 }}>
      <defs>
        <linearGradient id={gradient} x1="0" x2="0" y1="0" y2="1">
          <stop offset="0" style={{ stopColor: color, stopOpacity: 0.32 }} />
          <stop offset="1" style={{ stopColor: color, stopOpacity: 0 }} />
        </linearGradient>
      </defs>
      <path d={area} fill={`url(#${gradient})`} />
      <path
        d={line}
        fill="none"
        strokeWidth={1.75}
        strokeLinejoin="round"
        style={{ stroke: color }}
      />
    </svg>
  );
}

const PADDING = 2;

/**
 * Path data of a small line that fills `width` by `height` pixels; flat at the bottom without
 * values.
 */
function useSparkline(values: readonly number[], width: number, height: number) {
  return useMemo(() => {
    // One value is drawn as a horizontal line.
    const points = values.length === 1 ? [...values, ...values] : [...values];
    const step = points.length > 1 ? width / (points.length - 1) : 0;
    const top = Math.max(1, ...points);
    const shape = {
      x: (_: number, index: number) => index * step,
      curve: Curve.curveLinear,
    };
    const y = (value: number) => PADDING + (1 - value / top) * (height - 2 * PADDING);
    return {
      line: Shape.line<number>({ ...shape, y })(points) ?? '',
      area: Shape.area<number>({ ...shape, y0: height, y1: y })(points) ?? '',
    };
  }, [values, width, height]);
}
