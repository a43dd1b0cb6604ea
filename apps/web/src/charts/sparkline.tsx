import { useId } from 'react';
import { useSparkline } from './use-sparkline';

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
