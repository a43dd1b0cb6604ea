import { CHART_COLORS } from './chart-colors';

export interface Segment {
  readonly key: string;
  readonly value: number;
  readonly color: string;
}

interface SegmentBarProps {
  segments: readonly Segment[];
  /** Pixels. */
  height?: number;
}

/** Parts of a whole in one bar; decorative beside the figures. */
export function SegmentBar({ segments, height = 6 }: SegmentBarProps) {
  return (
    <div
      aria-hidden
      style={{
        display: 'flex',
        gap: 2,
        height,
        borderRadius: height / 2,
        overflow: 'hidden',
        background: CHART_COLORS.grid,
      }}
    >
      {segments
        .filter((segment) => segment.value > 0)
        .map((segment) => (
          <span
            key={segment.key}
            style={{
              flexGrow: segment.value,
              flexBasis: 0,
              minWidth: 2,
              background: segment.color,
            }}
          />
        ))}
    </div>
  );
}
