import type { ReactNode } from 'react';
import { Group } from '@visx/visx';
import { CHART_COLORS } from './chart-colors';
import { useDoughnut, type DoughnutDatum } from './use-doughnut';

export interface ColoredSlice extends DoughnutDatum {
  readonly color: string;
}

interface DoughnutProps {
  data: readonly ColoredSlice[];
  /** Width and height in pixels. */
  size: number;
  /** Accessible description of the chart; without it the chart is decorative. */
  label?: string;
  /** The highlighted slice; the others are dimmed. */
  highlighted?: string | null;
  onHighlight?: (key: string | null) => void;
  onOpen?: ((key: string) => void) | undefined;
  /** Content of the hole. */
  children?: ReactNode;
}

/** A ring of slices with content in the middle. */
export function Doughnut(props: DoughnutProps) {
  const { data, size, label, highlighted, onHighlight, onOpen, children } = props;
  const slices = useDoughnut(data, size);
  const colors = new Map(data.map((datum) => [datum.key, datum.color]));
  const accessible =
    label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label };
  return (
    <div style={{ position: 'relative', width: size, height: size, flexShrink: 0 }}>
      <svg width={size} height={size} {...accessible}>
        <Group.Group left={size / 2} top={size / 2}>
          {slices.length === 0 && (
            <circle
              r={size * 0.44}
              fill="none"
              stroke={CHART_COLORS.grid}
              strokeWidth={size * 0.11}
            />
          )}
          {slices.map((slice) => (
            <path
              key={slice.key}
              d={slice.path}
              style={{
                fill: colors.get(slice.key),
                opacity: highlighted && highlighted !== slice.key ? 0.28 : 1,
                transition: 'opacity 160ms ease',
                cursor: onOpen && 'pointer',
              }}
              onPointerEnter={() => onHighlight?.(slice.key)}
              onPointerLeave={() => onHighlight?.(null)}
              onClick={() => onOpen?.(slice.key)}
            />
          ))}
        </Group.Group>
      </svg>
      {children && (
        <div
          style={{
            position: 'absolute',
            inset: 0,
            display: 'grid',
            placeContent: 'center',
            textAlign: 'center',
            pointerEvents: 'none',
          }}
        >
          {children}
        </div>
      )}
    </div>
  );
}
