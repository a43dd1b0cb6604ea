import type { Axis } from '@visx/visx';
import { CHART_COLORS } from './chart-colors';

/** A tick label as plain SVG text. It needs no measuring, so it renders fast. */
export function AxisLabel({ x, y, formattedValue, dx, dy, textAnchor }: Axis.TickRendererProps) {
  return (
    <text
      x={x}
      y={y}
      dx={dx}
      dy={dy}
      textAnchor={textAnchor}
      fill={CHART_COLORS.text}
      fontSize={11.5}
    >
      {formattedValue}
    </text>
  );
}
