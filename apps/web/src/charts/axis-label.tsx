import type { Axis } from '@visx/visx';
import { INK } from './chart-ink';

/** A tick label as plain SVG text: nothing is measured, so drawing costs nothing but the text. */
export function AxisLabel({ x, y, formattedValue, dx, dy, textAnchor }: Axis.TickRendererProps) {
  return (
    <text x={x} y={y} dx={dx} dy={dy} textAnchor={textAnchor} fill={INK.text} fontSize={11.5}>
      {formattedValue}
    </text>
  );
}
