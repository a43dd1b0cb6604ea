import type { SVGProps } from 'react';
import { CHART_COLORS } from './chart-colors';

interface ValueLinesProps {
  /** Where each line is, in pixels, and the text of its value. */
  lines: readonly { readonly at: number; readonly text: string }[];
  /** Pixels. */
  length: number;
  /** Lines from the top, with the texts below them. */
  upright?: boolean;
}

/** The grid of a chart and the values of its lines. */
export function ValueLines({ lines, length, upright = false }: ValueLinesProps) {
  return lines.map(({ at, text }) =>
    upright ? (
      <g key={at} transform={`translate(${at} 0)`}>
        <line y2={length} stroke={CHART_COLORS.grid} />
        <AxisText y={length + 20} textAnchor="middle">
          {text}
        </AxisText>
      </g>
    ) : (
      <g key={at} transform={`translate(0 ${at})`}>
        <line x2={length} stroke={CHART_COLORS.grid} />
        <AxisText x={-11} dy="0.32em" textAnchor="end">
          {text}
        </AxisText>
      </g>
    ),
  );
}

/** A text at an axis. */
export function AxisText(props: SVGProps<SVGTextElement>) {
  return <text fill={CHART_COLORS.text} fontSize={11.5} {...props} />;
}
