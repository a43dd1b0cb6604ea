import { Axis, Grid, Group } from '@visx/visx';
import { useMemo } from 'react';
import { AxisLabel } from './axis-label';
import { CHART_COLORS } from './chart-colors';
import { fitLabel } from './fit-label';
import { useBars } from './use-bars';

interface LabelledBar {
  readonly key: string;
  readonly value: number;
  /** The formatted value. */
  readonly text: string;
  readonly color: string;
}

/** A row of bars; several values of one thing are a group. */
export interface BarGroup {
  readonly key: string;
  readonly label: string;
  readonly bars: readonly LabelledBar[];
}

interface BarsProps {
  data: readonly BarGroup[];
  width: number;
  height: number;
  /** Accessible description of the chart. */
  label: string;
  formatTick: (value: number) => string;
}

const MARGIN = { top: 4, right: 76, bottom: 26, left: 128 };
const CORNER = 4;
/** Space between a label and its bars. */
const LABEL_GAP = 12;

/** Horizontal bars, grouped in rows, with labels on the left and values at their ends. */
export function Bars({ data, width, height, label, formatTick }: BarsProps) {
  const plot = {
    width: width - MARGIN.left - MARGIN.right,
    height: height - MARGIN.top - MARGIN.bottom,
  };
  const values = useMemo(
    () => data.map(({ key, bars }) => ({ key, values: bars.map(({ value }) => value) })),
    [data],
  );
  const { rows, scale } = useBars({ data: values, ...plot });
  if (plot.width <= 0) return null;
  const ticks = scale.ticks(Math.max(2, Math.floor(plot.width / 90))).filter(Number.isInteger);
  return (
    <svg width={width} height={height} role="img" aria-label={label}>
      <Group.Group left={MARGIN.left} top={MARGIN.top}>
        <Grid.GridColumns
          scale={scale}
          height={plot.height}
          tickValues={ticks}
          stroke={CHART_COLORS.grid}
        />
        {rows.map(({ key, bars, middle }, index) => (
          <g key={key}>
            <text
              x={-LABEL_GAP}
              y={middle}
              dy="0.35em"
              textAnchor="end"
              fill={CHART_COLORS.strong}
              fontSize={12.5}
            >
              <title>{data[index]?.label}</title>
              {fitLabel(data[index]?.label ?? '', MARGIN.left - LABEL_GAP)}
            </text>
            {bars.map((bar, at) => {
              const datum = data[index]?.bars[at];
              return (
                datum && (
                  <g key={datum.key}>
                    <rect
                      y={bar.y}
                      width={bar.width}
                      height={bar.height}
                      rx={Math.min(CORNER, bar.width / 2)}
                      style={{ fill: datum.color, transition: 'width 400ms ease' }}
                    />
                    <text
                      x={bar.width + 8}
                      y={bar.y + bar.height / 2}
                      dy="0.35em"
                      fill={CHART_COLORS.text}
                      fontSize={12}
                    >
                      {datum.text}
                    </text>
                  </g>
                )
              );
            })}
          </g>
        ))}
        <Axis.AxisBottom
          top={plot.height}
          scale={scale}
          tickValues={ticks}
          tickFormat={(value) => formatTick(Number(value))}
          tickComponent={AxisLabel}
          tickLabelProps={{ textAnchor: 'middle', dy: '0.4em' }}
          hideTicks
          stroke={CHART_COLORS.grid}
        />
      </Group.Group>
    </svg>
  );
}
