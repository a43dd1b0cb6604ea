import { CHART_COLORS } from './chart-colors';

interface ProgressRingProps {
  /** Percent, 0..100. */
  value: number;
  color: string;
  /** Width and height in pixels. */
  size: number;
}

const STROKE = 6;

/** A percentage as an arc; decorative beside the figure. */
export function ProgressRing({ value, color, size }: ProgressRingProps) {
  const radius = (size - STROKE) / 2;
  const shared = { cx: size / 2, cy: size / 2, r: radius, fill: 'none', strokeWidth: STROKE };
  return (
    <svg width={size} height={size} aria-hidden style={{ flexShrink: 0 }}>
      <circle {...shared} stroke={CHART_COLORS.grid} />
      <circle
        {...shared}
        pathLength={100}
        strokeDasharray="100 100"
        strokeLinecap={value > 0 ? 'round' : 'butt'}
        transform={`rotate(-90 ${size / 2} ${size / 2})`}
        style={{
          stroke: value > 0 ? color : 'none',
          strokeDashoffset: 100 - value,
        }}
      />
    </svg>
  );
}
