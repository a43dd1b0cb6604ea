import { Axis, Grid, Group } from '@visx/visx';
import { useState, type KeyboardEvent, type PointerEvent } from 'react';
import { AxisLabel } from './axis-label';
import { CHART_COLORS } from './chart-colors';
import { indexAfterKey } from './index-after-key';
import { TimelineTooltip } from './timeline-tooltip';
import { useCategories, type CategorySeries } from './use-categories';

/** A series with the text of each value, which is shown instead of the drawn number. */
export interface TextSeries extends CategorySeries {
  readonly texts: readonly string[];
}

interface CategoryChartProps {
  kind: 'bar' | 'line';
  labels: readonly string[];
  series: readonly TextSeries[];
  width: number;
  height: number;
  /** Accessible description of the chart. */
  label: string;
  formatTick: (value: number) => string;
}

const MARGIN = { top: 10, right: 12, bottom: 28, left: 52 };
const TOOLTIP_PIXELS = 220;
const PAGE = 10;
const MAX_DOTS = 60;

/**
 * Grouped bars or lines over categories. Pointing at a category or using the arrow keys shows its
 * values. For screen readers the chart is a slider over the categories.
 */
export function CategoryChart(props: CategoryChartProps) {
  const { kind, labels, series, width, height, label, formatTick } = props;
  const [chosen, setChosen] = useState<number | null>(null);
  const plot = {
    width: width - MARGIN.left - MARGIN.right,
    height: height - MARGIN.top - MARGIN.bottom,
  };
  const { y, middle, bars, paths, ticks, indexAt } = useCategories({ labels, series, ...plot });
  if (plot.width <= 0 || labels.length === 0) return null;

  // The result can become shorter after the category was selected.
  const last = labels.length - 1;
  const active = chosen === null ? null : Math.min(chosen, last);
  const point = (event: PointerEvent<HTMLElement>) =>
    setChosen(indexAt(event.clientX - event.currentTarget.getBoundingClientRect().left) ?? null);
  const move = (event: KeyboardEvent) => {
    const next = indexAfterKey(event.key, active, labels.length, PAGE);
    if (next === undefined) return;
    event.preventDefault();
    setChosen(next);
  };
  const rowsOf = (index: number) =>
    series.map((one) => ({
      key: one.key,
      label: one.label,
      color: one.color,
      text: one.texts[index] ?? '',
    }));
  const spoken = rowsOf(active ?? 0).map((row) => `${row.label} ${row.text}`);
  const dots = labels.length <= MAX_DOTS;

  return (
    <div style={{ position: 'relative', width, height }}>
      <svg width={width} height={height} role="img" aria-label={label}>
        <Group.Group left={MARGIN.left} top={MARGIN.top}>
          <Grid.GridRows
            scale={y}
            width={plot.width}
            tickValues={y.ticks(4)}
            stroke={CHART_COLORS.grid}
          />
          {active !== null && (
            <rect
              x={middle(active) - plot.width / labels.length / 2}
              width={plot.width / labels.length}
              height={plot.height}
              fill={CHART_COLORS.grid}
              opacity={0.6}
            />
          )}
          {kind === 'bar'
            ? bars.map(({ key, color, ...box }) => (
                <rect key={key} {...box} rx={Math.min(3, box.width / 3)} style={{ fill: color }} />
              ))
            : paths.map(({ key, color, line }) => (
                <path
                  key={key}
                  d={line}
                  fill="none"
                  strokeWidth={2}
                  strokeLinejoin="round"
                  strokeLinecap="round"
                  style={{ stroke: color }}
                />
              ))}
          {kind === 'line' &&
            series.flatMap(({ key, color, values }) =>
              values.map((value, index) =>
                value === null || !(dots || index === active) ? null : (
                  <circle
                    key={`${key} ${index}`}
                    cx={middle(index)}
                    cy={y(value)}
                    r={index === active ? 4 : 2.5}
                    style={{ fill: color }}
                  />
                ),
              ),
            )}
          <line x2={plot.width} y1={y(0)} y2={y(0)} stroke={CHART_COLORS.cursor} />
          <Axis.AxisLeft
            scale={y}
            tickValues={y.ticks(4)}
            tickFormat={(value) => formatTick(Number(value))}
            tickComponent={AxisLabel}
            tickLabelProps={{ textAnchor: 'end', dx: '-0.3em', dy: '0.32em' }}
            hideTicks
            hideAxisLine
          />
          {ticks.map(({ index, text }) => (
            <text
              key={index}
              x={middle(index)}
              y={plot.height + 18}
              textAnchor="middle"
              fontSize={11.5}
              fill={CHART_COLORS.text}
            >
              {text}
            </text>
          ))}
        </Group.Group>
      </svg>
      <div
        role="slider"
        tabIndex={0}
        aria-label={`${label}, by category`}
        aria-valuemin={1}
        aria-valuemax={labels.length}
        aria-valuenow={(active ?? 0) + 1}
        aria-valuetext={`${labels[active ?? 0] ?? ''}: ${spoken.join(', ')}`}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => setChosen(null)}
        onFocus={(event) => {
          if (event.currentTarget.matches(':focus-visible')) setChosen(active ?? 0);
        }}
        onBlur={() => setChosen(null)}
        onKeyDown={move}
        style={{
          position: 'absolute',
          left: MARGIN.left,
          top: MARGIN.top,
          width: plot.width,
          height: plot.height,
          touchAction: 'pan-y',
          borderRadius: 4,
        }}
      />
      {active !== null && (
        <TimelineTooltip
          title={labels[active] ?? ''}
          anchor={MARGIN.left + middle(active)}
          chartWidth={width}
          width={Math.min(TOOLTIP_PIXELS, width)}
          rows={rowsOf(active)}
        />
      )}
    </div>
  );
}
