import { useMemo, type PointerEvent } from 'react';
import { CHART_COLORS } from './chart-colors';
import { fitLabel } from './fit-label';
import { ChartTooltip } from './chart-tooltip';
import { useBars } from './use-bars';
import { useChosenRow } from './use-chosen-row';
import { ValueLines } from './value-lines';

interface LabelledBar {
  readonly key: string;
  /** What the value counts. */
  readonly label: string;
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

/**
 * Horizontal bars, grouped in rows, with labels on the left and values at their ends. Pointing at a
 * row or using the arrow keys shows its values. For screen readers the chart is a slider over the rows.
 */
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
  const keys = useMemo(() => data.map(({ key }) => key), [data]);
  const { active, setChosen, handlers } = useChosenRow(keys);
  if (plot.width <= 0 || data.length === 0) return null;
  const row = plot.height / data.length;
  const chosen = active === null ? undefined : data[active];
  const spoken = chosen ?? data[0];
  const point = (event: PointerEvent<HTMLElement>) => {
    const at = (event.clientY - event.currentTarget.getBoundingClientRect().top) / row;
    setChosen(keys[Math.min(keys.length - 1, Math.max(0, Math.floor(at)))] ?? null);
  };
  const ticks = scale.ticks(Math.max(2, Math.floor(plot.width / 90))).filter(Number.isInteger);
  return (
    <div style={{ position: 'relative', width, height }}>
      <svg width={width} height={height} role="img" aria-label={label}>
        <g transform={`translate(${MARGIN.left} ${MARGIN.top})`}>
          {active !== null && (
            <rect
              x={-MARGIN.left}
              y={active * row}
              width={width}
              height={row}
              fill={CHART_COLORS.grid}
              opacity={0.6}
            />
          )}
          <ValueLines
            upright
            lines={ticks.map((value) => ({ at: scale(value), text: formatTick(value) }))}
            length={plot.height}
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
                        style={{ fill: datum.color }}
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
        </g>
      </svg>
      <div
        role="slider"
        tabIndex={0}
        aria-label={`${label}, by row`}
        aria-orientation="vertical"
        aria-valuemin={1}
        aria-valuemax={data.length}
        aria-valuenow={(active ?? 0) + 1}
        aria-valuetext={spoken && valueText(spoken)}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => setChosen(null)}
        {...handlers}
        style={{
          position: 'absolute',
          left: 0,
          top: MARGIN.top,
          width,
          height: plot.height,
          touchAction: 'pan-y',
          borderRadius: 4,
        }}
      />
      {chosen && (
        <ChartTooltip
          title={chosen.label}
          anchor={MARGIN.left + Math.max(0, ...chosen.bars.map(({ value }) => scale(value)))}
          chartWidth={width}
          rows={chosen.bars}
        />
      )}
    </div>
  );
}

function valueText({ label, bars }: BarGroup): string {
  return `${label}: ${bars.map((bar) => `${bar.label} ${bar.text}`).join(', ')}`;
}
