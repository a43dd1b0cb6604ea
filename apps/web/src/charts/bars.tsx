import { Axis, Grid, Group } from '@visx/visx';
import { AxisLabel } from './axis-label';
import { CHART_COLORS } from './chart-colors';
import { useBars, type BarDatum } from './use-bars';

export interface LabelledBar extends BarDatum {
  readonly label: string;
  /** The formatted value. */
  readonly text: string;
  readonly color: string;
}

interface BarsProps {
  data: readonly LabelledBar[];
  width: number;
  height: number;
  /** Accessible description of the chart. */
  label: string;
  formatTick: (value: number) => string;
}

const MARGIN = { top: 4, right: 76, bottom: 26, left: 128 };
const CORNER = 4;

/** Horizontal bars with labels on the left and values at their ends. */
export function Bars({ data, width, height, label, formatTick }: BarsProps) {
  const plot = {
    width: width - MARGIN.left - MARGIN.right,
    height: height - MARGIN.top - MARGIN.bottom,
  };
  const { bars, scale } = useBars({ data, ...plot });
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
        {bars.map((bar, index) => {
          const datum = data[index];
          return (
            datum && (
              <g key={bar.key}>
                <text
                  x={-12}
                  y={bar.middle}
                  dy="0.35em"
                  textAnchor="end"
                  fill={CHART_COLORS.strong}
                  fontSize={12.5}
                >
                  {datum.label}
                </text>
                <rect
                  y={bar.y}
                  width={bar.width}
                  height={bar.height}
                  rx={Math.min(CORNER, bar.width / 2)}
                  style={{ fill: datum.color, transition: 'width 400ms ease' }}
                />
                <text
                  x={bar.width + 8}
                  y={bar.middle}
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
